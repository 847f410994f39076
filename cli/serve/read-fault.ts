import { faults, type Fault } from '../../reference/index.ts';
import { suggestion } from '../../target/configuration/index.ts';
import { UsageError } from '../usage-error.ts';

/** The faults whose names begin like the text, up to its first hyphen; the parts when there are none. */
function known(text: string): string {
  const part = text.split('-')[0] ?? '';
  const alike = faults.map(({ name }) => name).filter((name) => name.startsWith(`${part}-`));
  if (alike.length > 0) return `known are ${alike.join(', ')}`;
  const parts = [...new Set(faults.map(({ name }) => name.split('-')[0] ?? name))];
  return `give one of ${parts.join(', ')} to see the names that begin with it`;
}

/**
 * The fault of a name.
 *
 * @throws UsageError for any other name, with the nearest, or with those of the part that it names
 */
export function readFault(name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (fault !== undefined) return fault;
  const names = name.includes('-') ? faults.map((each) => each.name) : [];
  throw new UsageError(`--fault: no fault is called ${JSON.stringify(name)}${suggestion(name, names, known(name))}`);
}
