import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

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

/** A fenced block of a Markdown page. */
interface Fence {
  readonly language: string;
  /** The file that the block is quoted from, relative to the page: `yaml file=github/gate.yml`. */
  readonly file: string | undefined;
  /** Line of the page at which the content begins, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Stands in a word for what the shell, or the CI, would put there. */
export const expansion = '\u{1}';

const token =
  /(?<space>\s+)|(?<end>#.*|2?>&1|2?>>?|\|\|?|&&?|[;()<])|(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|&;()<>])+)/y;

function unquote(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
    String(single ?? double ?? escaped).replaceAll(/\\(["\\$`])/g, '$1'),
  );
}

/** The words of the first command of a shell line, up to a pipe, a redirection, a comment or the end of the command. */
function shellWords(line: string): readonly string[] {
  const filled = line.replaceAll(
    /\$\{\{.*?\}\}|\$\(\(.*?\)\)|\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$[A-Za-z_]\w*/g,
    expansion,
  );
  const words: string[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(filled); found?.groups !== undefined; found = token.exec(filled)) {
    const { word, end } = found.groups;
    if (end !== undefined) break;
    if (word !== undefined) words.push(unquote(word));
  }
  return words;
}

/** How `bfc` is called: by itself, or by a script whose name is a command. */
const caller =
  /^(?:(?:npx )?(?:node cli\/bfc\.js|bfc)|npm (?<start>start)(?: --)?|npm run (?<command>prove|spec)(?: --)?)(?= |$)/;

/** Where a command may begin: at the head of a line, or after what a shell, YAML or Groovy has before one. */
const heads = /(?:^|[|&;(]|\b(?:run:|if|then|do|else|!)|- |\$ |sh ['"]+|[A-Z_]+=\S* )\s*(?=(?:npx |node |npm |bfc))/g;

function callIn(text: string): readonly string[] | undefined {
  const found = caller.exec(text);
  if (found === null) return undefined;
  const { start, command = start === undefined ? undefined : 'run' } = found.groups ?? {};
  return [...(command === undefined ? [] : [command]), ...shellWords(text.slice(found[0].length))];
}

/** The calls of `bfc` in a shell script, a pipeline file, or a block of either. */
export function commandLinesOfScript(script: string): readonly CommandLine[] {
  // A line that goes on takes the next ones in; these stay there, empty, so that numbers count.
  const joined = script.replaceAll(/(?:.*\\\n)+.*/g, (lines) => {
    const parts = lines.split('\\\n');
    return parts.map((part) => part.trim()).join(' ') + '\n'.repeat(parts.length - 1);
  });
  return joined.split('\n').flatMap((text, index) => {
    if (text.trimStart().startsWith('#')) return [];
    return [...text.matchAll(heads)].flatMap((head) => {
      const rest = text.slice(head.index + head[0].length);
      const words = callIn(head[0].endsWith("sh '") ? rest.replace(/'$/, '') : rest);
      return words === undefined ? [] : [{ line: index + 1, text: rest.trim(), words, complete: true }];
    });
  });
}

function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])];
}

const nodesIn = (markdown: string): readonly Nodes[] => nodesOf(unified().use(remarkParse).parse(markdown));

/** The fenced blocks of a Markdown page, in order, without what a list or a quotation puts before their lines. */
export function fencesOf(markdown: string): readonly Fence[] {
  return nodesIn(markdown).flatMap((node) => {
    if (node.type !== 'code') return [];
    const file = /\bfile=(\S+)/.exec(node.meta ?? '')?.[1];
    return [{ language: node.lang ?? '', file, line: (node.position?.start.line ?? 0) + 1, text: node.value }];
  });
}

/** The pieces of inline code of a Markdown page, with the lines they stand on. */
export function inlineCodeOf(markdown: string): readonly { readonly line: number; readonly text: string }[] {
  return nodesIn(markdown).flatMap((node) =>
    node.type === 'inlineCode' ? [{ line: node.position?.start.line ?? 0, text: node.value }] : [],
  );
}

/** The calls of `bfc` in a Markdown page: in its blocks, where they stand complete, and named in its sentences. */
export function commandLinesOfPage(markdown: string): readonly CommandLine[] {
  const inBlocks = fencesOf(markdown)
    .filter(({ language }) => ['sh', 'bash', 'console', 'yaml', 'groovy'].includes(language))
    .flatMap((fence) =>
      commandLinesOfScript(fence.text).map((call) => ({ ...call, line: call.line + fence.line - 1 })),
    );
  const inSentences = inlineCodeOf(markdown).flatMap(({ line, text }) => {
    const words = callIn(text)?.filter((word) => word !== '…');
    return words === undefined ? [] : [{ line, text, words, complete: false }];
  });
  return [...inBlocks, ...inSentences];
}
