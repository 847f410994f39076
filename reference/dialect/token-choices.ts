import { choice, type Numbers } from './choice.ts';

/** What is open about tokens and the token service (`spec/documents/5-authentication.md`). */
export const tokenChoices = {
  tokenStatus: choice('success status of the token request', [200, 201]),
  tokenAlgorithm: choice('signature algorithm of tokens', [
    'RS256',
    'ES256',
    'EdDSA',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES384',
    'ES512',
    'HS256',
    'HS384',
    'HS512',
  ]),
  tokenHeader: choice('what the header of a token says beside its algorithm', ['kid-and-typ', 'kid', 'typ', 'nothing']),
  tokenIssuedAt: choice('whether tokens say when they were issued', [true, false], { weights: [3, 1] }),
  tokenLifetime: choice<Numbers>('seconds that a token lives', [600, 300, 900, 1200]),
  expiresInUnit: choice('unit of expires_in', ['milliseconds', 'seconds', 'microseconds']),
  tokenReuse: choice('what a second token request gets: another token, or the first one again for a while', [
    'another',
    'the-same',
  ]),
  tokenExtras: choice('members of the token answer beyond the documented three', [false, true]),
  tokenRefusal: choice('status of a token request with wrong credentials', [401, 400, 403]),
  tokenRefusalBody: choice('body of that refusal: that of every 401, or the one of OAuth', ['documented', 'oauth']),
};
