/** Tokens of a shell line that end a command. */
const ends = new Set(['|', '||', '&', '&&', ';', ')', '>', '>>', '<', '2>&1', '2>']);

const token =
  /(?<space>\s+)|(?<comment>#.*)|(?<operator>2?>&1|2>|>>|\|\||&&|[|&;()<>])|(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|&;()<>])+)/y;

/** Stands in a word for what the shell, or the CI, would put there. */
export const expansion = '\u{1}';

function fillIn(line: string): string {
  return line
    .replaceAll(/\$\{\{.*?\}\}/g, expansion)
    .replaceAll(/\$\(\(.*?\)\)/g, expansion)
    .replaceAll(/\$\((?:[^()]|\([^()]*\))*\)/g, expansion)
    .replaceAll(/\$\{[^}]*\}|\$[A-Za-z_]\w*/g, expansion);
}

function unquote(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
    String(single ?? double ?? escaped).replaceAll(/\\(["\\$`])/g, '$1'),
  );
}

/**
 * The words of the first command of a shell line, up to a pipe, a redirection or the end of the command. Expansions
 * of the shell and expressions of the CI become {@link expansion}.
 */
export function shellWords(line: string): readonly string[] {
  const filled = fillIn(line);
  const words: string[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(filled); found?.groups !== undefined; found = token.exec(filled)) {
    const { word, operator, comment } = found.groups;
    if (comment !== undefined || (operator !== undefined && ends.has(operator))) break;
    if (word !== undefined) words.push(unquote(word));
  }
  return words;
}
