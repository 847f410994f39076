import { distance } from 'fastest-levenshtein';

type ConfigurationErrorCode =
  | `CONFIG_${'UNREADABLE' | 'MALFORMED' | 'INVALID'}`
  | 'URL_INVALID'
  | 'SETTING_MISSING'
  | `SECRET_${'MISSING' | 'INVALID'}`;

/** A configuration mistake that its author can fix. The message is one line: what is wrong, where, and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*[\r\n]+\s*/g, ' '), options);
    this.code = code;
  }
}

/** The end of a message about an unknown name: the closest candidate (at most 40% changed), or the known names. */
export function suggestion(
  text: string,
  candidates: readonly string[],
  otherwise = `known are ${candidates.join(', ')}`,
): string {
  const wanted = text.slice(0, 100).toLowerCase();
  const changes = new Map(candidates.map((name) => [name, distance(wanted, name.toLowerCase())]));
  const [[near, least] = ['', Number.POSITIVE_INFINITY]] = [...changes].toSorted(([, one], [, other]) => one - other);
  return least <= Math.max(1, Math.floor(wanted.length * 0.4)) ? `; did you mean "${near}"?` : `; ${otherwise}`;
}
