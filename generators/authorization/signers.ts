import { constants, createHmac, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Signs a JWT's first two parts with a key that no service knows; gives the third. */
export type Signer = (signingInput: string) => string;

const made = new Map<string, KeyObject>();

/** One key of a kind per process, made when first asked for. */
function key(kind: string, make: () => KeyObject): KeyObject {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const fresh = createPrivateKey(make().export({ type: 'pkcs8', format: 'pem' }));
  made.set(kind, fresh);
  return fresh;
}

const rsaKey = () => key('rsa', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const curveKey = (namedCurve: string) => key(namedCurve, () => generateKeyPairSync('ec', { namedCurve }).privateKey);
const edwardsKey = () => key('ed25519', () => generateKeyPairSync('ed25519').privateKey);

function rsa(hash: string): Signer {
  return (input) => sign(hash, Buffer.from(input), rsaKey()).toString('base64url');
}

function pss(hash: string): Signer {
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return (input) => sign(hash, Buffer.from(input), { key: rsaKey(), padding, saltLength }).toString('base64url');
}

function curve(hash: string, namedCurve: string): Signer {
  return (input) =>
    sign(hash, Buffer.from(input), { key: curveKey(namedCurve), dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

function secret(hash: string): Signer {
  return (input) => createHmac(hash, 'a secret made up for this run').update(input).digest('base64url');
}

const edwards: Signer = (input) => sign(null, Buffer.from(input), edwardsKey()).toString('base64url');

/** How each algorithm that a JWT may name (RFC 7518, RFC 8037) signs, with a key of our own. */
export const signers: Readonly<Record<string, Signer>> = {
  RS256: rsa('sha256'),
  RS384: rsa('sha384'),
  RS512: rsa('sha512'),
  PS256: pss('sha256'),
  PS384: pss('sha384'),
  PS512: pss('sha512'),
  ES256: curve('sha256', 'P-256'),
  ES384: curve('sha384', 'P-384'),
  ES512: curve('sha512', 'P-521'),
  HS256: secret('sha256'),
  HS384: secret('sha384'),
  HS512: secret('sha512'),
  EdDSA: edwards,
  Ed25519: edwards,
};
