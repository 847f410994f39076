import { fencesOf, inlineCodeOf } from './fences.test-data.ts';
import { shellWords } from './shell-words.test-data.ts';

/** A call of `bfc` somewhere in a page or a pipeline. */
export interface CommandLine {
  /** From 1. */
  readonly line: number;
  /** As it is printed. */
  readonly text: string;
  /** The words after the program's name: what `bfc` would get. */
  readonly words: readonly string[];
  /** Whether it is there to be run as it stands, and not only named in a sentence. */
  readonly complete: boolean;
}

/** How `bfc` is called, and which words each way puts first. */
const callers: readonly (readonly [caller: RegExp, first: readonly string[]])[] = [
  [/^(?:npx )?node cli\/bfc\.js(?= |$)/, []],
  [/^(?:npx )?bfc(?= |$)/, []],
  [/^npm start(?: --)?(?= |$)/, ['run']],
  [/^npm run (?<command>prove|spec)(?: --)?(?= |$)/, []],
];

/** Where a command may begin: at the head of a line, or after what a shell, YAML or Groovy has before one. */
const heads = /(?:^|[|&;(]|\b(?:run:|if|then|do|else|!)|- |\$ |sh ['"]+|[A-Z_]+=\S* )\s*(?=(?:npx |node |npm |bfc))/g;

function callIn(text: string): readonly string[] | undefined {
  for (const [caller, first] of callers) {
    const found = caller.exec(text);
    if (found === null) continue;
    const command = found.groups?.['command'];
    return [...first, ...(command === undefined ? [] : [command]), ...shellWords(text.slice(found[0].length))];
  }
  return undefined;
}

/** The calls of `bfc` in a shell script, a pipeline file, or a block of either. */
export function commandLinesOfScript(script: string): readonly CommandLine[] {
  const lines = script.split('\n');
  return lines.flatMap((line, index) => {
    if (lines[index - 1]?.endsWith('\\') === true || line.trimStart().startsWith('#')) return [];
    let text = line;
    for (let next = index + 1; text.endsWith('\\') && next < lines.length; next += 1) {
      text = `${text.slice(0, -1)} ${lines[next]?.trim() ?? ''}`;
    }
    return [...text.matchAll(heads)].flatMap((head) => {
      const rest = text.slice(head.index + head[0].length);
      const words = callIn(head[0].endsWith("sh '") ? rest.replace(/'$/, '') : rest);
      return words === undefined ? [] : [{ line: index + 1, text: rest.trim(), words, complete: true }];
    });
  });
}

const shellLanguages = new Set(['sh', 'bash', 'console', 'yaml', 'groovy']);

/** The calls of `bfc` in a Markdown page: in its blocks, where they stand complete, and named in its sentences. */
export function commandLinesOfPage(markdown: string): readonly CommandLine[] {
  const inBlocks = fencesOf(markdown)
    .filter(({ language }) => shellLanguages.has(language))
    .flatMap((fence) =>
      commandLinesOfScript(fence.text).map((call) => ({ ...call, line: call.line + fence.line - 1 })),
    );
  const inSentences = inlineCodeOf(markdown).flatMap(({ line, text }) => {
    const words = callIn(text)?.filter((word) => word !== '…');
    return words === undefined ? [] : [{ line, text, words, complete: false }];
  });
  return [...inBlocks, ...inSentences];
}

/** The flags that a page names by themselves, such as `--level expected`. */
export function flagsOfPage(markdown: string): readonly { readonly line: number; readonly flag: string }[] {
  return inlineCodeOf(markdown).flatMap(({ line, text }) => {
    const flag = /^(--[a-z][\w-]*)/.exec(text)?.[1];
    return flag === undefined ? [] : [{ line, flag }];
  });
}
