import type { Dialect } from '../dialect/dialect.ts';
import { defaultStatus, type Problem, type ProblemKind } from '../operations/problem.ts';
import { writeJson } from './json-text.ts';

/** A refusal as it leaves. */
export interface Refusal {
  readonly status: number;
  /** Absent: a body without a type, which is an empty one. */
  readonly contentType?: string;
  readonly text: string;
}

type Body = Omit<Refusal, 'status'>;
type Renderer = (problem: Problem, status: number, dialect: Dialect) => Body;

/** The complaints shown at most: a large body can break a rule in every member. */
const shown = 50;

const json = (body: object, dialect: Dialect): Body => ({
  contentType: dialect.contentType,
  text: writeJson(body, dialect),
});

/** All that is wrong, in one line. */
const inWords = ({ message, complaints }: Problem): string =>
  [message, ...complaints.slice(0, shown).map((complaint) => `${complaint.pointer}: ${complaint.message}`)].join('; ');

const forHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const shapes: Readonly<Record<Dialect['errorShape'], Renderer>> = {
  structured: ({ kind, message, complaints }, _status, dialect) =>
    json({ error: { code: kind, message, errors: complaints.slice(0, shown) } }, dialect),
  problem: ({ kind, message, complaints }, status, dialect) => ({
    contentType: 'application/problem+json',
    text: writeJson(
      {
        type: `urn:benefits-fulfillment-reference:problem:${kind}`,
        title: message,
        status,
        violations: complaints.slice(0, shown),
      },
      dialect,
    ),
  }),
  flat: (problem, _status, dialect) => json({ message: inWords(problem) }, dialect),
  empty: (_problem, _status, dialect) => json({}, dialect),
  text: (problem) => ({ contentType: 'text/plain; charset=utf-8', text: inWords(problem) }),
  html: (problem, status) => ({
    contentType: 'text/html; charset=utf-8',
    text: `<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n<p>${forHtml(inWords(problem))}</p>\n`,
  }),
  none: () => ({ text: '' }),
};

/** The choices that decide the status of a kind of refusal. */
const statusChoices: Readonly<Partial<Record<ProblemKind, keyof Dialect>>> = {
  invalid: 'invalidBodyStatus',
  malformed: 'malformedBodyStatus',
  'media-type': 'mediaTypeStatus',
  'not-found': 'unknownIdStatus',
  'bad-id': 'badIdStatus',
  method: 'methodStatus',
};

function statusOf({ kind, status }: Problem, dialect: Dialect): number {
  const name = statusChoices[kind];
  const chosen = name === undefined ? undefined : dialect[name];
  return status ?? (typeof chosen === 'number' ? chosen : defaultStatus(kind));
}

/** A refusal other than the documented 401, in the dialect's words (`spec/documents/7-errors.md`). */
export function refusalOf(problem: Problem, dialect: Dialect): Refusal {
  const status = statusOf(problem, dialect);
  return { status, ...shapes[dialect.errorShape](problem, status, dialect) };
}
