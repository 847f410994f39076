import { listOf, objectOf } from './change.ts';
import { isSuccess, sentBody, type ServiceRequest } from './exchange.ts';
import type { Fault } from './fault.ts';
import { answers, everyNth } from './rewrite.ts';

const isOfLeapDay = (request: ServiceRequest): boolean =>
  String(objectOf(sentBody(request))['renewal_date']).endsWith('-02-29');

const isSignedOnLeapDay = (request: ServiceRequest): boolean =>
  listOf(objectOf(sentBody(request))['coverages']).some((coverage) =>
    String(objectOf(coverage)['signature_date']).endsWith('-02-29'),
  );

/** Answers that do not come, or not as a whole (`spec/documents/1-service.md`). */
export const answerFaults: readonly Fault[] = [
  {
    name: 'wire-edit-never-answered',
    description: 'an edit is never answered',
    when: 'an edit to a leap day',
    breaks: ['wire.answers'],
    answerMs: 1_000,
    begin: answers('E4', (answer, request) =>
      isSuccess(answer) && isOfLeapDay(request) ? { ...answer, delivery: 'never' } : answer,
    ),
  },
  {
    name: 'wire-create-torn',
    description: 'the answer to a create breaks off in the middle of its body',
    when: 'every fourth decision',
    breaks: ['wire.answers'],
    begin: everyNth(
      4,
      'E3',
      answers('E3', (answer) => ({ ...answer, delivery: 'torn' })),
    ),
  },
  {
    name: 'wire-create-closed',
    description: 'a create is not answered, and its connection closed',
    when: 'a snapshot with a coverage signed on a leap day',
    breaks: ['wire.answers'],
    begin: answers('E6', (answer, request) =>
      isSuccess(answer) && isSignedOnLeapDay(request) ? { ...answer, delivery: 'closed' } : answer,
    ),
  },
];
