import { askedOf, requestFor } from '../fixtures/requests.ts';
import type { Drive } from './drive.ts';

/** Every endpoint (those that read, in a run of few records) asked without, and with a useless, Authorization header. */
export const unauthorized: Drive = async (session) => {
  const api = session.api('unauthorized.shape');
  const headers = [undefined, 'Bearer', 'Bearer not-a-token'];
  await Promise.all(
    askedOf(session).flatMap((endpoint) =>
      headers.map(async (header) => {
        await api.call(endpoint, await requestFor(session, endpoint, 'known'), { name: header ?? 'none', header });
      }),
    ),
  );
};
