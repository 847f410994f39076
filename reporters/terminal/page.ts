import { styleText } from 'node:util';

export type Tone = 'good' | 'bad' | 'warning' | 'faint' | 'strong';

const formats = {
  good: ['green'],
  bad: ['red', 'bold'],
  warning: ['yellow'],
  faint: ['dim'],
  strong: ['bold'],
} as const satisfies Record<Tone, readonly Parameters<typeof styleText>[0][]>;

export interface Page {
  readonly width: number;
  paint(tone: Tone, text: string): string;
  /** Wraps a text into lines that fit, each of them indented; painted as a whole if a tone is given. */
  wrap(text: string, indent: string, tone?: Tone): readonly string[];
}

function wrapWords(text: string, indent: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}

export function createPage(width: number, colour: boolean): Page {
  const columns = Math.max(40, width);
  const paint = (tone: Tone, text: string): string =>
    colour ? styleText([...formats[tone]], text, { validateStream: false }) : text;
  return {
    width: columns,
    paint,
    wrap: (text, indent, tone) =>
      wrapWords(text, indent, columns).map((line) => (tone === undefined ? line : paint(tone, line))),
  };
}
