type StartErrorCode =
  | 'EADDRINUSE'
  | 'EACCES'
  | 'port-unusable'
  | 'data-unreadable'
  | 'data-foreign'
  | 'data-layout'
  | 'data-in-use';

/** The reference service could not start; the message is one line: what, where, and what to do about it. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.code = code;
  }
}
