import { createHash } from 'node:crypto';

/** A short text that is the same for the same value sent to the same place: bodies are too large to be kept. */
export function digestOf(place: string, value: unknown): string {
  return createHash('sha256')
    .update(place)
    .update('\n')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url');
}
