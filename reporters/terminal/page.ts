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
  wrap(text: string, indent: string): readonly string[];
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
  return {
    width: columns,
    paint: (tone, text) => (colour ? styleText([...formats[tone]], text, { validateStream: false }) : text),
    wrap: (text, indent) => wrapWords(text, indent, columns),
  };
}
