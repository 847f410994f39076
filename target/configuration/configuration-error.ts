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

/** A mistake in the configuration that its author can mend: the message is one line of what, where and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*[\r\n]+\s*/g, ' '), options);
    this.code = code;
  }
}

/** Number of single-character insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/**
 * The candidate most like a mistyped text, letter case aside.
 *
 * @returns undefined when none is near: more than two fifths of the text would have to change.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = text.slice(0, 100).toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.toLowerCase());
    if (best === undefined || found < best.distance) best = { candidate, distance: found };
  }
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length * 0.4))
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
