import { choice, type Numbers } from './choice.ts';

/** What is open about addresses, and about how answers are written down (`spec/documents/1-service.md`). */
export const wireChoices = {
  basePath: choice('path of the API below its origin', ['', '/benefits', '/gateway/fulfillment']),
  origins: choice('token service and API on one origin or two', ['one', 'two']),
  contentType: choice('media type of JSON answers', [
    'application/json; charset=utf-8',
    'application/json',
    'application/vnd.api+json',
    'Application/JSON',
  ]),
  headerCase: choice('letter case of header names', ['lower', 'title', 'upper']),
  contentEncoding: choice('encoding of answers, for clients that do not rule it out', [
    'identity',
    'gzip',
    'deflate',
    'br',
  ]),
  framing: choice('how the length of an answer is told', ['content-length', 'chunked']),
  jsonText: choice('how JSON is written: without blanks, indented, or in ASCII alone', ['compact', 'pretty', 'ascii']),
  integers: choice('how integers are written: 10, 10.0 or 1e1', ['plain', 'point-zero', 'exponent']),
  memberOrder: choice('order of the members of an object: as it comes, by name, or now one and now the other', [
    'as-it-comes',
    'by-name',
    'shifting',
  ]),
  clockSkew: choice<Numbers>('seconds that the clock of the service is ahead of the true time', [0, 5400, -86_400], {
    weights: [4, 1, 1],
  }),
  timestampUnit: choice('unit of created and modified', ['seconds', 'milliseconds', 'microseconds']),
  idCase: choice('letter case of issued identifiers', ['lower', 'upper', 'mixed']),
  sentIds: choice('letter case of carriers and plans in answers: that of the request, or that of issued ones', [
    'as-sent',
    'as-issued',
  ]),
  uuidVersion: choice('version of issued UUIDs; any: of no version or variant in particular', [4, 7, 1, 'any']),
  extraFields: choice('members beyond the documented ones: none, a few on records, or everywhere', [
    false,
    true,
    'everywhere',
  ]),
};
