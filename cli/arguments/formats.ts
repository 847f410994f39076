import { allFormats, isFormat, reporters, type Format } from '../../reporters/index.ts';
import { suggestion } from '../../target/configuration/index.ts';
import { UsageError } from '../usage-error.ts';

/** The word for all formats. */
const all = 'all';

/** The names `--format` takes, as its help gives them. */
export const formatNames = [all, ...Object.keys(reporters)].join(', ');

/**
 * Reads a list of report formats, separated by commas; `all` stands for what is made when none is named.
 *
 * @param environment of the process: whether annotations are among all formats depends on the CI it runs in
 */
export function formatList(flag: string, environment: NodeJS.ProcessEnv = {}): (text: string) => readonly Format[] {
  return (text) => {
    const named = text.split(',').flatMap((part) => {
      const name = part.trim();
      if (name === all) return allFormats(environment);
      if (isFormat(name)) return [name];
      throw new UsageError(
        `${flag}: no report is called ${JSON.stringify(name)}${suggestion(name, [all, ...Object.keys(reporters)])}`,
      );
    });
    return [...new Set(named)];
  };
}
