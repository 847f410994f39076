import type { IdsOf } from './ids-of.ts';

/** How the requirements of `wire` are checked (`spec/documents/1-service.md`). */
export const wireMethods: Readonly<Record<IdsOf<'wire'>, string>> = {
  'wire.json':
    'Every exchange of the run is held to it: each 2xx, and each 401 of E1 to E8, has to declare a JSON media type and to parse. All traffic is made for it: tokens, groups, generated connections, decisions and snapshots, the pages of employees, and requests without a good token.',
  'wire.identifiers':
    'Every 2xx of E1 to E8 is validated against its schema: wherever a record has a member that is documented as a UUID, the value has to be one. What is missing is judged by the requirement of the record; records made from invalid bodies are left out.',
  'wire.timestamps':
    'Every 2xx of E1 to E8 is validated against its schema: wherever a record has `created` or `modified`, it has to be a JSON integer. Records made from invalid bodies are left out.',
  'wire.timestamps-ordered':
    'Every record of every answer with both numbers is looked at: `modified` may not be below `created`, and neither may be lower than in the latest earlier reading of the same record. Readings that overlap in time are not compared.',
  'wire.dates':
    'Every 2xx of E1 to E8 is validated against its schema: wherever a record, or the echo of a snapshot, has a member that is documented as a date, the value has to be a day of the calendar. Generated bodies send first and last days, leap days and `9999-12-31`.',
  'wire.open-ended':
    'The plain snapshot is created with the end `9999-12-31` for everybody in every coverage, and read back. The create has to succeed, and in both answers the coverages have to be what was sent; without a plain snapshot that the target takes it stays undecided.',
  'wire.path-prefix':
    'Each of the eight operations is asked once below `/api/v1` for records that exist, with a good token and a plain body. A 405 or 501, or a 404 from E1, E5, E7 or E8, breaks it; any other answer that is no success says nothing.',
  'wire.no-server-error':
    'Every answer of the run counts, the token service included, whatever was sent: none may be a 5xx. 429, 502, 503 and 504 are left out, since they are met by waiting and trying again.',
  'wire.answers':
    'Every exchange of the run is held to it but for inputs that are malformed or extreme: each answer that began has to be whole in every try. Requests that got no answer in all of their tries, between others that did, are sent once more at the end of the run, alone: one that was waited for in vain twice breaks it in any case, one whose connection was lost only if it is lost again. So is what was waited for in vain once, and what the target went away under.',
  'wire.unknown-fields':
    'Observed in every record that E1 to E8 answer: each member at its top that the documents do not list, by kind of record.',
  'wire.timestamp-unit':
    'Observed in every record: a `created` below 100,000,000,000 counts as seconds, any other as milliseconds.',
  'wire.rate-limits':
    'Observed over the whole run: response headers whose name speaks of a rate limit, and whether any request was answered with 429.',
};
