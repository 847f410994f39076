import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { idKey, isObject, isUuid, objectOf, type JsonObject } from '../../spec/index.ts';
import { failureMessages } from '../http/problems.ts';
import { change, membersAt } from '../json-values.ts';
import {
  sentBody,
  withAuthorization,
  type Begin,
  type Place,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import {
  anew,
  claimsOf,
  keepingReads,
  onRefusedEdits,
  refusalAlone,
  replacingRefused,
  tokenPart,
  withOtherKey,
  withSeenKeys,
} from './observed.ts';
import {
  breaking,
  editRecords,
  everywhere,
  fault,
  having,
  type Places,
  rewrite,
  shownElsewhere,
  writes,
} from './rewrites.ts';

const headerOf = ({ headers }: ServiceRequest): string => headers['authorization'] ?? '';
const isWithoutHeader = ({ headers }: ServiceRequest): boolean => headers['authorization'] === undefined;

const { credentials: first, signature: second, expired: third } = failureMessages;

const withMessage = (from: string, to: string) => (body: JsonObject) =>
  change(body, 'message', (text) => (text === from ? to : text));

const isRefused = ({ status }: ServiceAnswer): boolean => status === 401;

/** Takes a refused header for a good one that was seen before, if it is similar enough. */
const accepting = (
  isLike: (sent: string, good: string) => boolean,
  places: Places = everywhere,
  isMeant: (request: ServiceRequest) => boolean = () => true,
): Begin =>
  withOtherKey(
    places,
    401,
    (sent, keys, { request }) => (isMeant(request) ? keys.latest((good) => isLike(sent, good)) : undefined),
    (given) => given,
  );

/** Carries out what it refuses, if the header meets a condition. */
const withEffect = (places: Places, isSuch: (sent: string, good: string) => boolean = (sent) => sent === ''): Begin =>
  withOtherKey(places, 401, (sent, keys) => keys.ofFirst((good) => isSuch(sent, good)), refusalAlone);

const msLater = 60;

/** Delays what a behaviour does in addition to serving the request until after the answer. */
const carriedOutLater =
  (begin: Begin): Begin =>
  (store) => {
    const behaviour = begin(store);
    return (request, serve) => {
      let answered: Promise<ServiceAnswer> | undefined;
      return behaviour(request, async (sent) => {
        if (answered === undefined) return (answered = serve(sent));
        // The service may be gone by then.
        void sleep(msLater)
          .then(() => serve(sent))
          .catch(() => undefined);
        return answered;
      });
    };
  };

/** Takes a read without a header for one with a good token, if its query is such. */
const openReads = (place: Place, isSuch: (query: ServiceRequest['query']) => boolean): Begin =>
  withSeenKeys(({ request, answer, serve }, keys) => {
    const good = keys.ofFirst();
    const isOpen = request.place === place && isWithoutHeader(request) && isSuch(request.query);
    return isOpen && good !== undefined ? serve(withAuthorization(request, good)) : answer;
  });

const partsOf = (header: string): readonly string[] => header.split(' ').at(-1)?.split('.') ?? [];
const algorithmOf = (header: string): unknown => tokenPart(header, 0)['alg'];
function hasUnknownAlgorithm(header: string): boolean {
  const algorithm = algorithmOf(header);
  return typeof algorithm === 'string' && !/^(?:[HREP]S\d{3}|EdDSA|none)$/i.test(algorithm);
}
const sameClaims = (sent: string, good: string): boolean => partsOf(sent)[1] === partsOf(good)[1];

function isUnsignedWithoutAlgorithm(header: string): boolean {
  return partsOf(header)[2] === '' && 'typ' in tokenPart(header, 0) && algorithmOf(header) === undefined;
}

function isSignedWithNothing(header: string): boolean {
  const [head, claims, signature] = partsOf(header);
  const made = createHmac('sha256', '').update(`${head}.${claims}`).digest('base64url');
  return algorithmOf(header) === 'HS256' && signature === made;
}

function isSignedWithZeros(header: string): boolean {
  const signature = Buffer.from(partsOf(header)[2] ?? '', 'base64url');
  return algorithmOf(header) === 'ES256' && signature.equals(Buffer.alloc(64));
}

/** Whether a token has the claims and the algorithm of a good one, but another signature. */
const isForgery = (sent: string, good: string): boolean =>
  sameClaims(sent, good) && algorithmOf(sent) === algorithmOf(good) && partsOf(sent)[2] !== partsOf(good)[2];

function isUnlikeInSignature(sent: string, good: string): boolean {
  const [sentParts, goodParts] = [partsOf(sent), partsOf(good)];
  const isWhole = sent.startsWith('Bearer ') && sentParts.length === 3;
  return isWhole && sentParts[0] === goodParts[0] && sentParts[1] === goodParts[1];
}

const addsTo = (claims: JsonObject, others: JsonObject): boolean =>
  isDeepStrictEqual({ ...claims, ...others }, claims) && !isDeepStrictEqual(claims, others);

const isExchangedAtEnd = (sent: string, good: string): boolean =>
  sent.length === good.length && sent !== good && sent.slice(0, -8) === good.slice(0, -8);

const isCutOf = (sent: string, good: string): boolean =>
  /\.[^.]{4,}$/.test(sent) && partsOf(sent).length === 3 && good.startsWith(sent.slice(0, -1));

const isPutOff = (sent: string, good: string): boolean => {
  const [claims, before] = [claimsOf(sent), claimsOf(good)];
  return Number(claims['exp']) > Number(before['exp']) && claims['jti'] === before['jti'];
};

const isPast = (sent: string, good: string): boolean => {
  const claims = claimsOf(sent);
  return claims['sub'] === claimsOf(good)['sub'] && Number(claims['exp']) < Date.now() / 1000;
};

/** Whether a token differs from a good one only by further members in its header. */
const isUnderMore = (sent: string, good: string): boolean => {
  const [header, ...others] = partsOf(sent);
  const [own, ...rest] = partsOf(good);
  const more = tokenPart(sent, 0);
  const isSame = Object.entries(tokenPart(good, 0)).every(([name, value]) => more[name] === value);
  return sent.startsWith('Bearer ') && header !== own && isSame && others.join('.') === rest.join('.');
};

const medicalEnd = 'carriers[].lines_of_coverage.medical.open_enrollment_end_date';

/** Leaves decisions whose edit was refused out of their list. */
const hidingRefused: Begin = rewrite.exchanges('E4 E5', (exchange) => {
  const { request, answer, memory } = exchange;
  if (request.place === 'E5')
    return editRecords(exchange, (record) => (memory.has(idKey(record['id'])) ? undefined : record));
  if (isRefused(answer)) memory.set(idKey(request.path['renewal_decision_id']), true);
  return answer;
});

const takingEffect = breaking('unauthorized.no-effect');

const badShape = breaking('unauthorized.shape');

const takingForgeries = breaking('unauthorized.forged');

const takingOtherSchemes = breaking('unauthorized.not-bearer');
const takingAltered = breaking('unauthorized.altered');
const missingHeader = breaking('unauthorized.missing');

/** Violations of the 401 answers (`spec/documents/7-errors.md`). */
export const unauthorizedFaults = {
  'unauthorized-missing-forbidden': missingHeader('a request without a header gets a 403')
    // To a server, an empty header is as good as none.
    .also('unauthorized.not-bearer')
    .fails(everywhere, 403, ({ status }, request) => status === 401 && headerOf(request) === ''),
  'unauthorized-missing-message': missingHeader('a missing header gets the second message')
    .and('unauthorized.not-bearer')
    .when('E3 alone')
    .refusals('E3', withMessage(first, second)),
  'unauthorized-body-first': missingHeader('a body is looked at before the header')
    .when('a body that is not JSON, and no header')
    .where((request) => isWithoutHeader(request) && sentBody(request) === undefined)
    .fails(writes, 400, isRefused),
  'unauthorized-members-first': missingHeader('the members of a body are looked for before the header')
    .when('a decision without a body, and no header')
    .where(isWithoutHeader)
    .where((request) => isObject(sentBody(request)) && !isObject(objectOf(sentBody(request))['body']))
    .fails('E3', 422, isRefused),
  'unauthorized-record-first': missingHeader('a record is looked up before the header')
    .when('an unknown snapshot, and no header')
    .where((request) => isWithoutHeader(request) && /^0{8}-/.test(request.path['snapshot_id'] ?? ''))
    .fails('E7', 404, isRefused),
  'unauthorized-path-first': missingHeader('a path is looked at before the header')
    .when('the id of an employee that is no UUID, and no header')
    .where((request) => isWithoutHeader(request) && !isUuid(request.path['employee_id'] ?? ''))
    .fails('E8', 400, isRefused),
  'unauthorized-snapshot-path-first': missingHeader('a path is looked at before the header')
    .when('the id of a snapshot that is no UUID, and no header')
    .where((request) => isWithoutHeader(request) && !isUuid(request.path['snapshot_id'] ?? ''))
    .fails('E7', 422, isRefused),
  'unauthorized-pages-open': missingHeader('a page needs no token')
    .when('a list of snapshots that is asked for with a page_size')
    .by(openReads('E8', (query) => query['page_size'] === '1')),
  'unauthorized-filter-open': missingHeader('the decisions of a day need no token')
    .when('a renewal_date in the form of an HTTP date')
    .by(openReads('E5', (query) => query['renewal_date']?.endsWith('GMT') === true)),
  'unauthorized-login-page': missingHeader('a client without a header is sent to a page where people log in')
    .when('an Accept header that does not ask for JSON')
    .where(({ headers }) => headers['authorization'] === undefined && !/json/.test(headers['accept'] ?? ''))
    .answers(everywhere, (answer) =>
      isRefused(answer) ? { status: 302, headers: { location: '/login' }, text: '' } : answer,
    ),
  'unauthorized-token-in-query': missingHeader('a token is taken out of the query where there is no header')
    .when('the parameter access_token')
    .where((request) => isWithoutHeader(request) && request.query['access_token'] !== undefined)
    .requests(everywhere, (request) => withAuthorization(request, `Bearer ${request.query['access_token']}`)),
  'unauthorized-reads-kept': missingHeader('a read with a good token is given to others as well')
    .when('a snapshot that was read a second ago at most')
    .also('unauthorized.not-bearer', 'unauthorized.altered', 'unauthorized.forged', 'unauthorized.expired')
    .by(keepingReads('E7', 401)),
  'unauthorized-lists-kept': missingHeader('a list that was read with a good token is given to others as well')
    .when('a list of decisions that was read a second ago at most')
    .also('unauthorized.not-bearer', 'unauthorized.altered', 'unauthorized.forged', 'unauthorized.expired')
    .by(keepingReads('E5', 401)),
  'unauthorized-glued': takingOtherSchemes('a good token is taken without a blank after Bearer').by(
    accepting((sent, good) => sent === good.replace(' ', '')),
  ),
  'unauthorized-after-a-word': takingOtherSchemes('a good token is taken after Bearer anywhere in the header')
    .when('a word or other credentials before Bearer')
    .by(accepting((sent, good) => sent !== good && sent.endsWith(` ${good}`))),
  'unauthorized-word-between': takingOtherSchemes('a word between Bearer and a good token is ignored').by(
    accepting((sent, good) => /^Bearer [^ ,]+ [^ ]+$/.test(sent) && sent.endsWith(good.slice(good.indexOf(' ')))),
  ),
  'unauthorized-bearer-twice': takingOtherSchemes('a good token is taken after Bearer twice').by(
    accepting((sent, good) => sent === `Bearer ${good}`),
  ),
  'unauthorized-bearer-sign': takingOtherSchemes('a good token is taken after any sign that follows Bearer')
    .when('an equals sign')
    .by(accepting((sent, good) => /^Bearer[,;=]/.test(sent) && sent.slice(7).trim() === good.slice(7))),
  'unauthorized-scheme-token': takingOtherSchemes('a good token is taken under another scheme')
    .when('the scheme Token')
    .by(accepting((sent, good) => sent === good.replace('Bearer ', 'Token '))),
  'unauthorized-bearer-colon': takingOtherSchemes('a good token is taken after a colon')
    .when('Bearer and a colon')
    .by(accepting((sent, good) => sent === good.replace('Bearer ', 'Bearer: '))),
  'unauthorized-no-scheme': takingOtherSchemes('a good token is taken without a scheme')
    .when('E8 alone')
    .by(accepting((sent, good) => `Bearer ${sent}` === good, 'E8')),
  'unauthorized-rest-ignored': takingOtherSchemes('what follows a good token after a blank is ignored')
    .when('a word')
    .by(accepting((sent, good) => sent.startsWith(`${good} `))),
  'unauthorized-list-taken': takingOtherSchemes('a good token is taken out of a list of credentials')
    .when('the first of several')
    .by(accepting((sent, good) => sent.split(', ').length > 1 && sent.split(', ')[0] === good)),
  'unauthorized-quotes-trimmed': takingOtherSchemes('a good token is taken in quotes')
    .when('E1 alone')
    .by(accepting((sent, good) => sent === good.replace(/(?<= ).+/, '"$&"'), 'E1')),
  'unauthorized-bearer-message': takingOtherSchemes('Bearer with text without dots gets the second message')
    .when('a value without dots')
    .where((request) => /^Bearer [\w-]+$/.test(headerOf(request)))
    .refusals(everywhere, having({ message: second })),
  'unauthorized-signature-ignored': takingAltered('an altered signature is as good as the right one')
    // A token signed again with the same algorithm differs only in its signature.
    .also('unauthorized.forged')
    .by(accepting(isUnlikeInSignature)),
  'unauthorized-claims-added': takingAltered('a token is taken under the signature of claims that it adds to')
    .when('a claim more')
    .by(accepting((sent, good) => partsOf(sent)[2] === partsOf(good)[2] && addsTo(claimsOf(sent), claimsOf(good)))),
  'unauthorized-signature-prefix': takingAltered('of a signature only what is there is compared')
    .when('a truncated signature, at E5')
    .by(accepting(isCutOf, 'E5')),
  'unauthorized-signature-beginning': takingAltered('of a signature only the beginning is compared')
    .when('an exchange in the last eight characters')
    .by(accepting(isExchangedAtEnd)),
  'unauthorized-later-pages-altered': takingAltered('a signature is not verified for a page')
    .when('an offset past 0')
    .also('unauthorized.forged')
    .by(accepting(isUnlikeInSignature, 'E8', ({ query }) => Number(query['offset']) > 0)),
  'unauthorized-small-scheme-unverified': takingAltered('a token is not verified after bearer in small letters')
    .when('an altered signature')
    .by(accepting((sent, good) => sent.startsWith('bearer ') && sameClaims(sent, good))),
  'unauthorized-small-scheme-message': takingOtherSchemes(
    'bearer in small letters with text without dots gets the second message',
  )
    .where((request) => /^bearer [\w-]+$/.test(headerOf(request)))
    .refusals(everywhere, having({ message: second })),
  'unauthorized-small-scheme-expired': fault(
    'unauthorized.expired',
    'an expired token is taken after bearer in small letters',
  ).by(accepting((sent, good) => sent.startsWith('bearer ') && isPast(sent, good))),
  'unauthorized-end-ignored': takingAltered('a token counts as good without its last characters')
    .when('no more than four characters cut')
    .by(
      accepting((sent, good) => good.startsWith(sent) && good.length > sent.length && good.length - sent.length <= 4),
    ),
  'unauthorized-second-unverified': takingAltered('the tokens of one organization are not verified')
    .when('the second one')
    .also('unauthorized.forged')
    .by((store) =>
      accepting((sent, good) => {
        const { organization_id: owner } = claimsOf(sent);
        const isOfSecond = owner === store.organizations.all()[1]?.id && owner === claimsOf(good)['organization_id'];
        return isOfSecond && sent.startsWith('Bearer ') && partsOf(sent).length === 3;
      })(store),
    ),
  'unauthorized-fourth-part-ignored': takingAltered('a token counts as good whatever follows its third part')
    .when('a further part')
    .by(accepting((sent, good) => sent.startsWith(`${good}.`))),
  'unauthorized-full-stop-ignored': takingAltered('a token counts as good with a full stop after it').by(
    accepting((sent, good) => sent === `${good}.`),
  ),
  'unauthorized-altered-message': takingAltered('an altered token gets the first message')
    .and('unauthorized.forged')
    .when('E2 alone')
    .refusals('E2', withMessage(second, first)),
  'unauthorized-signature-any-case': takingAltered("a signature's letter case does not matter").by(
    accepting((sent, good) => {
      const end = good.lastIndexOf('.');
      return sent.startsWith(good.slice(0, end)) && sent.toLowerCase() === good.toLowerCase();
    }),
  ),
  'unauthorized-header-unsigned': takingAltered('a signature is that of the claims alone, whatever the header is')
    .when('a header that says more than it did')
    .by(accepting(isUnderMore)),
  'unauthorized-unsigned-capital': takingForgeries('a token with the algorithm None is taken')
    .when('the algorithm in this letter case')
    .by(accepting((sent, good) => algorithmOf(sent) === 'None' && sameClaims(sent, good))),
  'unauthorized-unsigned': takingForgeries('a token with the algorithm none is taken').by(
    accepting((sent, good) => algorithmOf(sent) === 'none' && sameClaims(sent, good)),
  ),
  'unauthorized-without-algorithm': takingForgeries('a token is taken that names no algorithm')
    .when('no signature')
    .by(accepting((sent, good) => isUnsignedWithoutAlgorithm(sent) && sameClaims(sent, good))),
  'unauthorized-unknown-algorithm': takingForgeries(
    'a token is taken under an algorithm that the service does not know',
  ).by(accepting((sent, good) => hasUnknownAlgorithm(sent) && sameClaims(sent, good))),
  'unauthorized-empty-secret': takingForgeries('a token signed with an empty secret is taken').by(
    accepting((sent, good) => isSignedWithNothing(sent) && sameClaims(sent, good)),
  ),
  'unauthorized-signature-of-zeros': takingForgeries('a token is taken under a signature of zeros')
    .when('the algorithm ES256')
    .by(accepting((sent, good) => isSignedWithZeros(sent) && sameClaims(sent, good))),
  'unauthorized-signed-by-anybody': takingForgeries('a token signed with a secret of the client is taken')
    .when('the algorithm HS256, at E4')
    .by(accepting((sent, good) => algorithmOf(sent) === 'HS256' && sameClaims(sent, good), 'E4')),
  'unauthorized-other-key': takingForgeries('a token is not verified where no key has the name that it gives')
    .when('a name that no key has')
    .by(
      accepting((sent, good) => {
        const { kid } = tokenPart(sent, 0);
        return typeof kid === 'string' && kid !== tokenPart(good, 0)['kid'] && isForgery(sent, good);
      }),
    ),
  'unauthorized-nameless-key': takingForgeries('a token that names no key is not verified')
    .when('at E7')
    .by(accepting((sent, good) => tokenPart(sent, 0)['kid'] === undefined && isForgery(sent, good), 'E7')),
  'unauthorized-own-key': takingForgeries('a token is verified with the key that it carries')
    .when('a public key in the header')
    .by(accepting((sent, good) => isObject(tokenPart(sent, 0)['jwk']) && isForgery(sent, good))),
  'unauthorized-expiry-put-off': takingForgeries('a token with a later expiry is taken under its old signature')
    .when('no claim but exp changed')
    .by(accepting(isPutOff)),
  'unauthorized-expired-message': fault('unauthorized.expired', 'an expired token gets the second message')
    .when('E4 alone')
    .refusals('E4', withMessage(third, second)),
  'unauthorized-expired-reads': fault('unauthorized.expired', 'an expired token may still read')
    .when('a snapshot by its id')
    .by(accepting(isPast, 'E7')),
  'unauthorized-code-text': badShape('code is text').refusals(everywhere, (body) => change(body, 'code', String)),
  'unauthorized-other-detail': badShape('detail is authentication')
    .when('E6 alone')
    .refusals('E6', (body) => change(body, 'details[].detail', () => 'authentication')),
  'unauthorized-without-stack': badShape('stackEntries is null')
    .when('a header that is there and wrong, at E8')
    .where((request) => headerOf(request) !== '')
    .refusals('E8', (body) => change(body, 'details[].stackEntries', () => null)),
  'unauthorized-no-details': fault('unauthorized.details-present', 'details is empty')
    .when('E2 alone')
    .refusals('E2', having({ details: [] })),
  'unauthorized-snapshot-made': takingEffect('a snapshot refused with 401 is made all the same').by(withEffect('E6')),
  'unauthorized-snapshot-replaced': takingEffect('a snapshot refused with 401 replaces the one before it')
    // It does so without a new version.
    .also('versions.change-with-record')
    .by(replacingRefused(401)),
  'unauthorized-edit-made': takingEffect('an edit refused with 401 is made all the same')
    .when('the current version')
    .by(withEffect('E4')),
  'unauthorized-edit-moves-version': takingEffect('an edit refused with 401 gives the decision another version').by(
    onRefusedEdits(isRefused, ({ store }, decision) => store.decisions.update(anew(decision))),
  ),
  'unauthorized-edit-moves-end': takingEffect('an edit refused with 401 changes the end of open enrollment')
    .when('the end alone: the decision keeps its day')
    // It does so without a new version.
    .also(...shownElsewhere)
    .by(
      onRefusedEdits(isRefused, ({ request, store }, decision) => {
        const [[, end] = []] = membersAt(sentBody(request), `body.${medicalEnd}`);
        const body = change(decision.body, medicalEnd, (before) => end ?? before) as typeof decision.body;
        store.decisions.update({ ...decision, body });
      }),
    ),
  'unauthorized-edit-removes': takingEffect('an edit refused with 401 takes the decision out of its list')
    // The decision was made, and is listed no more.
    .also('renewals.list')
    .by(hidingRefused),
  'unauthorized-connection-made': takingEffect('a connection refused with 401 makes its group all the same').by(
    withEffect('E2'),
  ),
  'unauthorized-cut-snapshot-made': takingEffect('a snapshot refused with 401 is made all the same')
    .when('a token with part of its signature')
    .by(withEffect('E6', isCutOf)),
  'unauthorized-unsigned-decision-made': takingEffect('a decision refused with 401 is made all the same')
    .when('a token with the algorithm none')
    .by(withEffect('E3', (sent) => algorithmOf(sent) === 'none')),
  'unauthorized-decision-made-later': takingEffect('a decision refused with 401 is made all the same')
    .when('a while after the answer')
    .by(carriedOutLater(withEffect('E3'))),
  'unauthorized-forged-edit-made': takingEffect('an edit refused with 401 is made all the same')
    .when('a token with a later expiry under its old signature')
    .by(withEffect('E4', isPutOff)),
  'unauthorized-expired-connection-made': takingEffect('a connection refused with 401 makes its group all the same')
    .when('an expired token')
    .by(withEffect('E2', isPast)),
};
