import { reporters } from '../../reporters/index.ts';
import type { Format } from '../../reporters/index.ts';
import { suggestion } from '../../target/configuration/index.ts';
import { UsageError } from '../usage-error.ts';

const isFormat = (name: string): name is Format => Object.hasOwn(reporters, name);

/** Reads a list of report formats, separated by commas. */
export function formatList(flag: string): (text: string) => readonly Format[] {
  return (text) =>
    text.split(',').map((part) => {
      const name = part.trim();
      if (isFormat(name)) return name;
      throw new UsageError(
        `${flag}: no report is called ${JSON.stringify(name)}${suggestion(name, Object.keys(reporters))}`,
      );
    });
}
