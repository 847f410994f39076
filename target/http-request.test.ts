import { expect, it } from 'vitest';
import { transportFailure } from './http-request.ts';

it('says what to try where a service does not speak TLS, and nothing of the library that found out', () => {
  const error = Object.assign(new Error('40ED:error:0A00010B:SSL routines:wrong version number'), {
    code: 'ERR_SSL_WRONG_VERSION_NUMBER',
  });
  expect(transportFailure(error, 'https://example.com:8443/x').message).toBe(
    'example.com:8443: does not speak TLS there; try http://',
  );
});
