import type { IdsOf } from './ids-of.ts';

/** How the requirements of `input` are checked (`spec/documents/7-errors.md`). */
export const inputMethods: Readonly<Record<IdsOf<'input'>, string>> = {
  'input.unknown-id':
    'Each operation with an id in its path is called with an unknown UUID in place of the first one, and with texts that are none, such as `1`, `null` and a quotation mark. All that are not answered with a 4xx are told in one finding, with one entry for each such text.',
  'input.malformed-json':
    'Bodies made from a sound one go to each of E2, E3, E4 and E6: cut short, empty, blank, no JSON, two objects, an array, a string, null or a number at the top, and media types of text, form and XML. All that are not answered with a 4xx are told in one finding, with one entry for each kind of body.',
  'input.extreme':
    'Bodies made from a sound one go to each of E2, E3, E4 and E6 (nested ten thousand deep, texts and unknown members of a megabyte, ten thousand members, lone surrogates, NUL and control characters, bytes that are no UTF-8, every member twice, huge numbers, UTF-16, no or unknown charsets), and requests that are no HTTP go over sockets of their own to E1 and E3 (bodies and chunks that end too early, lengths that are negative, two or no number, header lines with a NUL, with a blank in the name, without a colon or of a hundred kilobytes, a blank in the path, no host). None may be answered with a 5xx; a cut connection is fine, a target that is gone is not, and neither is one that lets a request with such a body run out of time. In the end E1 has to be answered with 200.',
  'input.refused-create-leaves-nothing':
    'For each documented rule a snapshot, a decision and a connection that break it are sent: the snapshots for one employee, the decisions on one day and the connections with one group name that nothing else of the run has. Then the lists of the employee and of the day may hold nothing but what was answered with a success, and the groups list, as far as it can be read, no group of that name. A target that takes one of the broken connections is not asked for that group.',
  'input.error-shape':
    'Observed on four requests: a decision with a number for a date, an unknown snapshot, a page size of 0 where that is refused, and JSON cut short; of each the status, the media type and the members at the top.',
};
