import { UsageError } from '../usage-error.ts';

/** Reads a path: an empty one, as an unset variable leaves it, would silently mean another place. */
export function path(flag: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '') throw new UsageError(`${flag}: its value is empty; is a variable unset?`);
    return text;
  };
}
