import { readJwt } from '../../target/access-tokens.ts';
import { isObject, objectOf, type JsonObject } from '../invariants/reading.ts';
import type { Addressed } from './addressed.ts';
import { answerTextOf, headersOf } from './capture-parts.ts';
import { answerOf } from './reading-saved.ts';

/** Who asks in a capture, as far as it can be told: each organization has memories of its own. */
export interface Keyring {
  /** Sees an entry; all of them have to be seen before anything is asked. */
  learn(address: Addressed, entry: JsonObject): void;
  /** What tells the one who asks from others: a client id, else a token; the empty text where neither shows. */
  principal(entry: JsonObject): string;
  /** Whether the token of an entry was taken at least once by the same service. */
  isProven(address: Addressed, entry: JsonObject): boolean;
}

/** The token of an Authorization header; undefined when it holds none, or no more than a mask. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

/** Client id and secret of an Authorization header. */
export function basicOf(authorization: string | undefined): { clientId: string; clientSecret: string } | undefined {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(authorization ?? '')?.[1];
  const [, clientId, clientSecret] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

/** A keyring that has seen nothing yet. */
export function createKeyring(): Keyring {
  /** The client that each token was given to. */
  const owners = new Map<string, string>();
  const proven = new Set<string>();

  const tokenOf = (entry: JsonObject): string | undefined => {
    const token = bearerOf(headersOf(objectOf(entry['request']))['authorization']);
    // What a tool has put in the place of tokens is the same for all of them.
    return token === undefined || (!owners.has(token) && readJwt(token) === undefined) ? undefined : token;
  };
  const provenKey = ({ base }: Addressed, token: string): string => `${base} ${token}`;

  return {
    learn(address, entry) {
      const request = objectOf(entry['request']);
      const response = objectOf(entry['response']);
      const { authorization } = headersOf(request);
      const status = Number(response['status']);
      const isTaken = status >= 200 && status < 300;
      if (!isTaken) return;
      if (address.endpoint !== 'token') {
        const token = bearerOf(authorization);
        if (token !== undefined) proven.add(provenKey(address, token));
        return;
      }
      const { json } = answerOf(status, {}, answerTextOf(response) ?? '');
      const token = isObject(json) ? json['access_token'] : undefined;
      if (typeof token !== 'string' || token.length < 8) return;
      const clientId = basicOf(authorization)?.clientId;
      owners.set(token, clientId === undefined ? `token ${token}` : `client ${clientId}`);
    },
    principal(entry) {
      const token = tokenOf(entry);
      return token === undefined ? '' : (owners.get(token) ?? `token ${token}`);
    },
    isProven(address, entry) {
      const token = tokenOf(entry);
      return token !== undefined && proven.has(provenKey(address, token));
    },
  };
}
