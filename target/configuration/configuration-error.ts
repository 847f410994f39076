import { distance } from 'fastest-levenshtein';

/**
 * What kind of mistake a configuration holds:
 * `CONFIG_UNREADABLE`: the file is missing or cannot be read; `CONFIG_MALFORMED`: it does not parse or load;
 * `CONFIG_INVALID`: a key or a value is not one the configuration knows; `URL_INVALID`: an address cannot be used;
 * `SETTING_MISSING`: something a run needs was given nowhere; `SECRET_MISSING`: a secret cannot be found where it should be;
 * `SECRET_INVALID`: a secret or a client id cannot be sent.
 */
export type ConfigurationErrorCode =
  | 'CONFIG_UNREADABLE'
  | 'CONFIG_MALFORMED'
  | 'CONFIG_INVALID'
  | 'URL_INVALID'
  | 'SETTING_MISSING'
  | 'SECRET_MISSING'
  | 'SECRET_INVALID';

/** A mistake in the configuration that its author can fix: the message is one line of what, where and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*[\r\n]+\s*/g, ' '), options);
    this.code = code;
  }
}

/** The candidate most like a mistyped text, letter case aside; undefined where more than two fifths of it would have to change. */
function nearest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = text.slice(0, 100).toLowerCase();
  const [best] = candidates
    .map((candidate) => ({ candidate, changes: distance(wanted, candidate.toLowerCase()) }))
    .toSorted((one, other) => one.changes - other.changes);
  return best !== undefined && best.changes <= Math.max(1, Math.floor(wanted.length * 0.4))
    ? best.candidate
    : undefined;
}

/**
 * The end of a message about an unknown name: the candidate most like it, or else what is known.
 *
 * @param otherwise what to say when nothing is near; by default the list of the candidates
 */
export function suggestion(
  text: string,
  candidates: readonly string[],
  otherwise = `known are ${candidates.join(', ')}`,
): string {
  const near = nearest(text, candidates);
  return near === undefined ? `; ${otherwise}` : `; did you mean "${near}"?`;
}
