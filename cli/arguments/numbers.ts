import { UsageError } from '../usage-error.ts';

/** A reader of whole numbers within bounds, for the flag of that name. */
export function wholeNumber(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new UsageError(`${flag}: ${JSON.stringify(text)} is not a whole number from ${least} to ${most}`);
  };
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const longestMs = 24 * 3_600_000;

/** Reads a duration like `90s`, `10m` or `1h`, up to a day. Gives milliseconds. */
export function duration(flag: string): (text: string) => number {
  return (text) => {
    const [, amount = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
    const value = Number(amount) * (unitMs[unit] ?? 0);
    if (value > 0 && value <= longestMs) return value;
    throw new UsageError(`${flag}: ${JSON.stringify(text)} is not a duration; write it like 90s, 10m or 1h, up to 24h`);
  };
}
