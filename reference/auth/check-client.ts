import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKey, OrganizationStore } from '../store/organizations.ts';
import { basicCredentials } from './basic.ts';

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * The API key that a token request's `Authorization` header proves to hold.
 *
 * @returns undefined when the header is missing or malformed, the client unknown or the secret wrong
 */
export function checkClient(organizations: OrganizationStore, header: string | undefined): ApiKey | undefined {
  const credentials = basicCredentials(header);
  if (credentials === undefined) return undefined;
  const key = organizations.key(credentials.clientId);
  // Compared in constant time, and also for an unknown client: the time taken tells nothing about either half.
  const matches = timingSafeEqual(digest(credentials.clientSecret), digest(key?.clientSecret ?? ''));
  return matches ? key : undefined;
}
