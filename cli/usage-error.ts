/** A mistake on the command line: the message is one line of what, where and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
