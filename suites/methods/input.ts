import type { IdsOf } from './ids-of.ts';

/** How the requirements of `input` are checked (`spec/documents/7-errors.md`). */
export const inputMethods: Readonly<Record<IdsOf<'input'>, string>> = {
  'input.unknown-id':
    'Each operation with an id in its path is called with an unknown UUID in place of the first one, and with texts that are none, such as `1`, `null` and a quotation mark. All that are not answered with a 4xx are told in one finding.',
  'input.malformed-json':
    'Bodies made from a sound one go to each of E2, E3, E4 and E6: cut short, empty, blank, no JSON, two objects, an array, a string, null or a number at the top, and media types of text, form and XML. All that are not answered with a 4xx are told in one finding.',
  'input.extreme':
    'Bodies made from a sound one go to each of E2, E3, E4 and E6: nested ten thousand deep, texts and unknown members of a megabyte, ten thousand members, lone surrogates, NUL and control characters, bytes that are no UTF-8, every member twice, huge numbers, UTF-16, no or unknown charsets. Each has to be answered without a 5xx; a cut connection is fine, a request that runs out of time or a target that is gone is not.',
  'input.refused-create-leaves-nothing':
    'One snapshot for each documented rule broken is sent for an employee of its own, and one decision on a day of its own: then the lists may hold nothing but what was answered with a success. Refused connections are not followed up, as no operation lists them.',
  'input.error-shape':
    'Observed on three requests: a decision with a number for a date, an unknown snapshot, and JSON cut short; of each the status, the media type and the members at the top.',
};
