import { differsLine, expectedLine, placeOf } from '../reporters/evidence.ts';
import { lines, type Lines } from '../reporters/lines.ts';
import { plural, printable, printableValue } from '../results/printable.ts';
import type { Counterexample, RecordedExchange } from '../results/report.ts';
import type { Page, Tone } from '../reporters/terminal/page.ts';
import { requirementOf } from '../spec/index.ts';
import type { Replay } from '../suites/replay/replay-failures.ts';
import type { CheckReplay, ReplayVerdict } from '../suites/replay/replay-verdict.ts';
import { recordedValue, type ExchangesReplay } from '../suites/replay/send-again.ts';
import { isCut } from '../target/exchange-record.ts';
import { hang } from './surroundings.ts';

const looks: Readonly<Record<ReplayVerdict, readonly [mark: string, tone: Tone]>> = {
  fixed: ['✓', 'good'],
  'still failing': ['✗', 'bad'],
  nondeterministic: ['~', 'warning'],
  'no verdict': ['?', 'warning'],
};

/** An answer in words: its status, and what stands at the place in question. */
function answerOf(exchange: RecordedExchange | undefined, pointer: string): string {
  const { response, failure } = exchange ?? {};
  if (response === undefined) return `no answer${failure === undefined ? '' : `: ${printable(failure, 200)}`}`;
  if (pointer === '#status') return String(response.status);
  if (!pointer.startsWith('#') && isCut(response.body))
    return `${response.status}, with a body that is cut in the report`;
  return `${response.status}, ${printableValue(recordedValue(response, pointer))} at ${placeOf({ pointer })}`;
}

const wordsOf: Readonly<Record<ExchangesReplay['showing'], string>> = {
  'shows again': 'the violation shows again',
  'in order': 'in order',
  open: '',
};

function exchangeLine({ showing, note, exchanges }: ExchangesReplay, recorded: Counterexample): string {
  const said = printable(note ?? wordsOf[showing], 400);
  const last = exchanges.at(-1);
  if (last === undefined) return said;
  // The place in a list of which a part was recorded is another one in all of it.
  const isPart = recorded.exchanges.at(-1)?.response?.leftOut !== undefined;
  return `answered ${answerOf(last, isPart ? '#status' : recorded.pointer)}: ${said}`;
}

/** Runs of a check, those that held one after the other as one. */
function inRuns(checks: readonly CheckReplay[]): readonly (CheckReplay & { readonly times: number })[] {
  const runs: (CheckReplay & { times: number })[] = [];
  for (const check of checks) {
    const last = runs.at(-1);
    if (last?.result.outcome === 'pass' && check.result.outcome === 'pass') last.times += 1;
    else runs.push({ ...check, times: 1 });
  }
  return runs;
}

function checkLines({ result, times }: CheckReplay & { readonly times: number }, seed: number): Lines {
  const { outcome, cases, counterexample, detail, reason } = result;
  const head = `its whole check, ${times === 1 ? '' : `${times} times, `}seed ${seed}: `;
  if (outcome === 'pass') return `${head}holds (${plural(cases, 'case')})`;
  if (outcome !== 'fail') return `${head}could not decide: ${printable(detail ?? reason ?? '', 300)}`;
  if (counterexample === undefined) return `${head}fails: ${printable(detail ?? '', 300)}`;
  const { message, exchanges, pointer } = counterexample;
  const last = exchanges.at(-1);
  return [
    `${head}fails: ${printable(message, 300)}`,
    last && `${last.request.method} ${printable(last.request.url, 300)} answered ${answerOf(last, pointer)}`,
    secondAnswer(counterexample),
  ];
}

/** What the run of the report had for an answer when it asked once more, where that was another one. */
function secondAnswer({ passedAgain, pointer }: Counterexample): string | undefined {
  if (passedAgain === null) return 'run once more, it did not get to that request';
  return passedAgain && `asked once more: ${answerOf(passedAgain, pointer)}`;
}

/** The verdict as a line. */
export function renderVerdict({ id, verdict, otherwise, because }: Replay, page: Page): string {
  const [mark, tone] = looks[verdict];
  const text = `${mark} ${id}  ${verdict}${otherwise === undefined ? '' : `, ${otherwise}`}`;
  return `${page.paint(tone, text)}: ${printable(because, 400)}`;
}

/** A replay as a paragraph: the verdict, then what was recorded, what was answered now, and the results of the check. */
export function renderReplay(replay: Replay, seed: number, page: Page): readonly string[] {
  const { id, recorded, exchanges, checks } = replay;
  const { level, statement } = requirementOf(id);
  const row = (label: string, texts: Lines): Lines =>
    lines(texts).map((text, index) => hang(page, `    ${(index === 0 ? label : '').padEnd(10)}`, text));
  const last = recorded?.exchanges.at(-1);
  return lines([
    renderVerdict(replay, page),
    page.wrap(`${level}: ${printable(statement, 600)}`, '    ', 'faint'),
    recorded !== undefined &&
      last !== undefined && [
        row('request', `${last.request.method} ${printable(last.request.url, 300)}`),
        row('expected', `${expectedLine(recorded, 300)} at ${placeOf(recorded)}`),
        row('differs', differsLine(recorded)),
        row('recorded', [`answered ${answerOf(last, recorded.pointer)}`, secondAnswer(recorded)]),
        exchanges.map((one, index) => row(index === 0 ? 'now' : 'once more', exchangeLine(one, recorded))),
      ],
    row(
      'check',
      inRuns(checks).map((check) => checkLines(check, seed)),
    ),
  ]);
}
