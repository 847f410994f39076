/** What may stand directly in a block of a declarative pipeline: other blocks, and steps or settings. */
const contents: Readonly<Record<string, readonly string[]>> = {
  pipeline: ['agent', 'environment', 'options', 'parameters', 'post', 'stages', 'tools', 'triggers'],
  agent: ['docker', 'dockerfile', 'kubernetes', 'label'],
  docker: ['args', 'image', 'label', 'reuseNode'],
  options: ['buildDiscarder', 'disableConcurrentBuilds', 'skipDefaultCheckout', 'timeout', 'timestamps'],
  environment: ['BFC_CLIENT_SECRET', 'npm_config_cache'],
  stages: ['stage'],
  stage: ['agent', 'environment', 'options', 'post', 'stages', 'steps', 'tools', 'when'],
  steps: ['archiveArtifacts', 'echo', 'junit', 'sh'],
  post: ['always', 'changed', 'cleanup', 'failure', 'fixed', 'regression', 'success', 'unstable'],
  always: ['archiveArtifacts', 'echo', 'junit', 'sh'],
};

/** The blocks that have to be there. */
const needed: Readonly<Record<string, readonly string[]>> = {
  pipeline: ['agent', 'stages'],
  stages: ['stage'],
  stage: ['steps'],
};

/** Named arguments of the steps used. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  junit: ['allowEmptyResults', 'keepLongStdio', 'skipPublishingChecks', 'testResults'],
  archiveArtifacts: ['allowEmptyArchive', 'artifacts', 'excludes', 'fingerprint', 'onlyIfSuccessful'],
  timeout: ['activity', 'time', 'unit'],
  credentials: [],
};

interface Token {
  readonly kind: 'word' | 'text' | 'mark';
  readonly text: string;
  readonly line: number;
}

const grammar =
  /(?<blank>\s+|\/\/.*|\/\*[\s\S]*?\*\/)|(?<text>'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?<word>[A-Za-z_]\w*|\d+)|(?<mark>[{}()[\],:=.])/y;

/** @throws Error at what is neither a word, a text nor a mark */
function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  grammar.lastIndex = 0;
  while (grammar.lastIndex < source.length) {
    const found = grammar.exec(source);
    if (found?.groups === undefined) throw new Error(`line ${line}: cannot be read`);
    const { text, word, mark } = found.groups;
    if (text !== undefined) tokens.push({ kind: 'text', text, line });
    if (word !== undefined) tokens.push({ kind: 'word', text: word, line });
    if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, line });
    line += found[0].split('\n').length - 1;
  }
  return tokens;
}

const pairs: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' };

function unbalanced(tokens: readonly Token[]): readonly string[] {
  const open: Token[] = [];
  for (const token of tokens.filter(({ kind }) => kind === 'mark')) {
    if (Object.values(pairs).includes(token.text)) open.push(token);
    const opening = pairs[token.text];
    if (opening !== undefined && open.pop()?.text !== opening)
      return [`line ${token.line}: ${token.text} closes nothing`];
  }
  return open.map(({ text, line }) => `line ${line}: ${text} is not closed`);
}

interface Block {
  readonly name: string;
  readonly line: number;
  readonly inside: string[];
}

/** Which tokens begin a statement: the first word of a line, or after an opening brace, outside of parentheses. */
function heads(tokens: readonly Token[]): readonly boolean[] {
  let round = 0;
  return tokens.map(({ kind, text, line }, index) => {
    if (kind === 'mark' && text === '(') round += 1;
    if (kind === 'mark' && text === ')') round -= 1;
    const before = tokens[index - 1];
    return kind === 'word' && round === 0 && (before?.line !== line || before.text === '{');
  });
}

/** Complaints of a walk through the blocks, statement by statement. */
function walk(tokens: readonly Token[]): readonly string[] {
  const complaints: string[] = [];
  const open: Block[] = [];
  const isHead = heads(tokens);
  let statement = '';
  tokens.forEach(({ kind, text, line }, index) => {
    const block = open.at(-1);
    if (isHead[index] === true) {
      statement = text;
      block?.inside.push(text);
      const allowed = block === undefined ? ['pipeline'] : (contents[block.name] ?? []);
      if (!allowed.includes(text)) complaints.push(`line ${line}: no ${text} in ${block?.name ?? 'the file'}`);
    } else if (kind === 'word' && tokens[index + 1]?.text === ':' && parameters[statement]?.includes(text) === false) {
      complaints.push(`line ${line}: ${statement} has no ${text}`);
    } else if (kind === 'mark' && text === '{') {
      if (!(statement in contents)) complaints.push(`line ${line}: no block ${statement}`);
      open.push({ name: statement, line, inside: [] });
    } else if (kind === 'mark' && text === '}' && block !== undefined) {
      open.pop();
      const lacking = (needed[block.name] ?? []).filter((name) => !block.inside.includes(name));
      complaints.push(...lacking.map((name) => `line ${block.line}: ${block.name} without ${name}`));
    }
  });
  return complaints;
}

/**
 * Lints a declarative Jenkinsfile: brackets and texts, what stands in which block, and the named arguments of the steps
 * used. It knows no Groovy.
 *
 * @returns what is wrong, a line each
 */
export function lintJenkinsfile(source: string): readonly string[] {
  try {
    const tokens = tokensOf(source);
    const open = unbalanced(tokens);
    return open.length > 0 ? open : walk(tokens);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The shell scripts of a Jenkinsfile. */
export function scriptsOfJenkinsfile(source: string): readonly string[] {
  return [...source.matchAll(/\bsh\s+(?:'''([\s\S]*?)'''|'([^'\n]*)')/g)].map(([, long, short]) => long ?? short ?? '');
}
