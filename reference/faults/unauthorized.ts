import { change, objectOf, type JsonObject } from './change.ts';
import {
  answerWith,
  parsed,
  sentBody,
  withAuthorization,
  withBody,
  type ServiceAnswer,
  type ServiceRequest,
} from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { claimsOf, seenKeys } from './keys.ts';
import { answers, isAt, type Places } from './rewrite.ts';

const everywhere: Places = 'E1 E2 E3 E4 E5 E6 E7 E8';
const writes: Places = 'E2 E3 E4 E6';

const headerOf = ({ headers }: ServiceRequest): string => headers['authorization'] ?? '';

/** Changes the body of the 401 answers of the places. */
function refusals(places: Places, edit: (body: JsonObject, request: ServiceRequest) => unknown): () => Behaviour {
  return answers(places, (answer, request) =>
    answer.status === 401 ? withBody(answer, edit(objectOf(parsed(answer.text)), request)) : answer,
  );
}

const withMessage = (from: RegExp, to: string) => (body: JsonObject) =>
  change(body, 'message', (text) => (from.test(String(text)) ? to : text));

/** Answers of our own to requests that would be refused with a 401. */
function insteadOfRefusals(
  places: Places,
  reply: (request: ServiceRequest) => ServiceAnswer | undefined,
): () => Behaviour {
  return answers(places, (answer, request) => (answer.status === 401 ? (reply(request) ?? answer) : answer));
}

/** Takes a refused header for a good one that was seen before, where it is like enough to it. */
function accepting(places: Places, isLike: (sent: string, good: string) => boolean): () => Behaviour {
  return () => {
    const keys = seenKeys();
    return async (request, serve) => {
      const answer = await serve(request);
      keys.note(request, answer);
      if (answer.status !== 401 || !isAt(places, request)) return answer;
      const like = [...keys.all()].findLast((good) => isLike(headerOf(request), good));
      return like === undefined ? answer : serve(withAuthorization(request, like));
    };
  };
}

/** Refuses a write without a header, and does all the same what it asks for. */
function withEffect(places: Places): () => Behaviour {
  return () => {
    const keys = seenKeys();
    return async (request, serve) => {
      const answer = await serve(request);
      keys.note(request, answer);
      const good = keys.first();
      if (answer.status === 401 && isAt(places, request) && headerOf(request) === '' && good !== undefined)
        await serve(withAuthorization(request, good));
      return answer;
    };
  };
}

const partsOf = (header: string): readonly string[] => header.split(' ').at(-1)?.split('.') ?? [];
const algorithmOf = (header: string): unknown =>
  objectOf(parsed(Buffer.from(partsOf(header)[0] ?? '', 'base64url').toString('utf8')))['alg'];

const first = 'JWT validation failed: Missing or invalid credentials';
const second = 'JWT validation failed: The JWT cannot be validated with any of the public keys.';

/** Violations of the 401 answers (`spec/documents/7-errors.md`). */
export const unauthorizedFaults: readonly Fault[] = [
  {
    name: 'unauthorized-missing-forbidden',
    description: 'a request without a header gets a 403',
    breaks: ['unauthorized.missing'],
    // An empty header is as good as none to a server.
    also: ['unauthorized.not-bearer'],
    begin: insteadOfRefusals(everywhere, (request) => (headerOf(request) === '' ? answerWith(403) : undefined)),
  },
  {
    name: 'unauthorized-missing-message',
    description: 'a missing header gets the second message',
    when: 'E3 alone',
    breaks: ['unauthorized.missing', 'unauthorized.not-bearer'],
    begin: refusals('E3', withMessage(/Missing/, second)),
  },
  {
    name: 'unauthorized-body-first',
    description: 'a body is looked at before the header',
    when: 'a body that is no JSON, and no header',
    breaks: ['unauthorized.missing'],
    begin: insteadOfRefusals(writes, (request) =>
      request.headers['authorization'] === undefined && sentBody(request) === undefined ? answerWith(400) : undefined,
    ),
  },
  {
    name: 'unauthorized-record-first',
    description: 'a record is looked up before the header',
    when: 'an unknown snapshot, and no header',
    breaks: ['unauthorized.missing'],
    begin: insteadOfRefusals('E7', (request) =>
      request.headers['authorization'] === undefined && /^0{8}-/.test(request.path['snapshot_id'] ?? '')
        ? answerWith(404)
        : undefined,
    ),
  },
  {
    name: 'unauthorized-scheme-token',
    description: 'a good token is taken under another scheme',
    when: 'the scheme Token',
    breaks: ['unauthorized.not-bearer'],
    begin: accepting(everywhere, (sent, good) => sent === good.replace('Bearer ', 'Token ')),
  },
  {
    name: 'unauthorized-no-scheme',
    description: 'a good token is taken without a scheme',
    when: 'E8 alone',
    breaks: ['unauthorized.not-bearer'],
    begin: accepting('E8', (sent, good) => `Bearer ${sent}` === good),
  },
  {
    name: 'unauthorized-bearer-message',
    description: 'Bearer with text without dots gets the second message',
    when: 'a value without dots',
    breaks: ['unauthorized.not-bearer'],
    begin: refusals(everywhere, (body, request) =>
      /^Bearer [\w-]+$/.test(headerOf(request)) ? { ...body, message: second } : body,
    ),
  },
  {
    name: 'unauthorized-signature-ignored',
    description: 'an altered signature is as good as the right one',
    breaks: ['unauthorized.altered'],
    // A token signed anew by the same algorithm differs in nothing but the signature.
    also: ['unauthorized.forged'],
    begin: accepting(everywhere, (sent, good) => {
      const [sentParts, goodParts] = [partsOf(sent), partsOf(good)];
      return (
        sent.startsWith('Bearer ') &&
        sentParts.length === 3 &&
        sentParts[0] === goodParts[0] &&
        sentParts[1] === goodParts[1]
      );
    }),
  },
  {
    name: 'unauthorized-signature-prefix',
    description: 'of a signature only what is there is compared',
    when: 'a truncated signature, at E5',
    breaks: ['unauthorized.altered'],
    begin: accepting(
      'E5',
      (sent, good) => /\.[^.]{4,}$/.test(sent) && partsOf(sent).length === 3 && good.startsWith(sent.slice(0, -1)),
    ),
  },
  {
    name: 'unauthorized-end-ignored',
    description: 'a token counts as good without its last characters',
    when: 'no more than four characters cut',
    breaks: ['unauthorized.altered'],
    begin: accepting(
      'E1 E2 E3 E4 E5 E6 E7 E8',
      (sent, good) => good.startsWith(sent) && good.length > sent.length && good.length - sent.length <= 4,
    ),
  },
  {
    name: 'unauthorized-altered-message',
    description: 'an altered token gets the first message',
    when: 'E2 alone',
    breaks: ['unauthorized.altered', 'unauthorized.forged'],
    begin: refusals('E2', withMessage(/public keys/, first)),
  },
  {
    name: 'unauthorized-unsigned',
    description: 'a token with the algorithm none is taken',
    breaks: ['unauthorized.forged'],
    begin: accepting(everywhere, (sent, good) => algorithmOf(sent) === 'none' && partsOf(sent)[1] === partsOf(good)[1]),
  },
  {
    name: 'unauthorized-signed-by-anybody',
    description: 'a token signed with a secret of the client is taken',
    when: 'the algorithm HS256, at E4',
    breaks: ['unauthorized.forged'],
    begin: accepting('E4', (sent, good) => algorithmOf(sent) === 'HS256' && partsOf(sent)[1] === partsOf(good)[1]),
  },
  {
    name: 'unauthorized-expiry-put-off',
    description: 'a token with a later expiry is taken under its old signature',
    when: 'no claim but exp changed',
    breaks: ['unauthorized.forged'],
    begin: accepting(everywhere, (sent, good) => {
      const [claims, before] = [claimsOf(sent), claimsOf(good)];
      return Number(claims['exp']) > Number(before['exp']) && claims['jti'] === before['jti'];
    }),
  },
  {
    name: 'unauthorized-expired-message',
    description: 'an expired token gets the second message',
    when: 'E4 alone',
    breaks: ['unauthorized.expired'],
    begin: refusals('E4', withMessage(/TIME_CONSTRAINT/, second)),
  },
  {
    name: 'unauthorized-expired-reads',
    description: 'an expired token may still read',
    when: 'a snapshot by its id',
    breaks: ['unauthorized.expired'],
    begin: accepting(
      'E7',
      (sent, good) =>
        claimsOf(sent)['sub'] === claimsOf(good)['sub'] && Number(claimsOf(sent)['exp']) < Date.now() / 1000,
    ),
  },
  {
    name: 'unauthorized-code-text',
    description: 'code is text',
    breaks: ['unauthorized.shape'],
    begin: refusals(everywhere, (body) => change(body, 'code', String)),
  },
  {
    name: 'unauthorized-other-detail',
    description: 'detail is authentication',
    when: 'E6 alone',
    breaks: ['unauthorized.shape'],
    begin: refusals('E6', (body) => change(body, 'details[].detail', () => 'authentication')),
  },
  {
    name: 'unauthorized-without-stack',
    description: 'stackEntries is null',
    when: 'a header that is there and wrong, at E8',
    breaks: ['unauthorized.shape'],
    begin: refusals('E8', (body, request) =>
      headerOf(request) === '' ? body : change(body, 'details[].stackEntries', () => null),
    ),
  },
  {
    name: 'unauthorized-no-details',
    description: 'details is empty',
    when: 'E2 alone',
    breaks: ['unauthorized.details-present'],
    begin: refusals('E2', (body) => ({ ...body, details: [] })),
  },
  {
    name: 'unauthorized-snapshot-made',
    description: 'a snapshot refused with 401 is made all the same',
    breaks: ['unauthorized.no-effect'],
    begin: withEffect('E6'),
  },
  {
    name: 'unauthorized-edit-made',
    description: 'an edit refused with 401 is made all the same',
    when: 'the current version',
    breaks: ['unauthorized.no-effect'],
    begin: withEffect('E4'),
  },
  {
    name: 'unauthorized-connection-made',
    description: 'a connection refused with 401 makes its group all the same',
    breaks: ['unauthorized.no-effect'],
    begin: withEffect('E2'),
  },
];
