import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgainstReference } from '../cli/run-against-reference.ts';
import { faults, type Fault, startReference, type RunningReference } from '../reference/index.ts';
import { figure, median, type Figure, type Measure } from './measurement.ts';
import { basicAuthorization, tokenRequest } from '../target/access-tokens.ts';

/** How many faults are tried without a number or `--long`. */
const usualSample = 28;

/** So many items of the catalogue, evenly spaced, because neighbours break the same part. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  const taken = Math.min(count, all.length);
  return Array.from({ length: taken }, (_unused, index) => all[Math.floor((index * all.length) / taken)] as T);
}

async function detect(fault: Fault) {
  const { answerMs, watchMs } = fault;
  const { run, requirements } = await runAgainstReference(
    { fault, pace: 150 },
    { seed: 7, cases: 100, maxFailures: 1, answerMs, watchMs },
  );
  const failures = requirements.filter(({ outcome }) => outcome === 'fail').length;
  return { name: fault.name, requests: run.requests, seconds: run.durationMs / 1000, failures };
}

export const measureDetection: Measure = async ({ long, sample }) => {
  const chosen = spread(faults, sample ?? (long ? faults.length : usualSample));
  const found: Awaited<ReturnType<typeof detect>>[] = [];
  for (const fault of chosen) found.push(await detect(fault));
  const missed = found.filter(({ failures }) => failures === 0).map(({ name }) => name);
  const of = (what: 'requests' | 'seconds'): readonly Figure[] => {
    const all = found.map((one) => one[what]);
    const sum = all.reduce((before, one) => before + one, 0);
    return Object.entries({ median: median(all), worst: Math.max(...all), sum }).map(([name, value]) =>
      figure(`detection.${what}.${name}`, `${what}, ${name}`, value),
    );
  };
  const latest = found.toSorted((one, other) => other.requests - one.requests)[0];
  return {
    figures: [
      figure('detection.missed', 'faults not found', missed.length, `of ${chosen.length}`),
      ...of('requests'),
      ...of('seconds'),
    ],
    notes: [
      `${chosen.length} of ${faults.length} faults, each with a reference service in this process and a full run that ends at its first failure. The most requests: ${latest?.name}. Not found: ${missed.join(', ') || 'none'}.`,
    ],
  };
};

/** How many faults are tried if no number is given. */
const usualPeerSample = 20;

const seed = 7;

/** Cases of each property of this suite, and of each operation in Schemathesis. */
const examples = 50;

const openapi = join(import.meta.dirname, '../spec/generated/openapi.json');

interface PeerReport {
  readonly running_time: number;
  readonly test_cases: { readonly generated: number; readonly unique_failures: number };
  readonly failures: readonly { readonly code: string; readonly operations: readonly string[] }[];
}

/** Runs a program to its end. Returns its exit code; null if it was killed or does not exist. */
function execute(program: string, words: readonly string[], cwd: string): Promise<number | null> {
  return new Promise((resolve) => {
    spawn(program, words, { cwd, stdio: 'ignore' })
      .once('close', resolve)
      .once('error', () => resolve(null));
  });
}

async function findPeer(directory: string): Promise<string | undefined> {
  const named = process.env['SCHEMATHESIS'];
  for (const program of named === undefined ? ['schemathesis', 'st'] : [named])
    if ((await execute(program, ['--version'], directory)) === 0) return program;
  return undefined;
}

/** A token, even from a service whose token endpoint answers wrongly; empty if the answer has none. */
async function tokenOf({ authUrl, credentials }: RunningReference): Promise<string> {
  const { url, method, headers, body = '' } = tokenRequest(authUrl, basicAuthorization(credentials));
  const answer = await fetch(url, { method, headers, body });
  const { access_token: token = '' } = (await answer.json()) as { access_token?: string };
  return token;
}

async function runPeer(program: string, parent: string, fault?: Fault): Promise<PeerReport> {
  // A directory of its own: Schemathesis stores its findings there and starts the next run with them.
  const directory = await mkdtemp(join(parent, 'peer-'));
  const reference = await startReference({ seed, pace: 150, fault });
  const file = join(directory, 'report.json');
  try {
    // The one identifier that Schemathesis cannot derive from the answer of any operation.
    const config = `[parameters]\n"path.group_id" = "${reference.fixtures.groupId}"\n`;
    await writeFile(join(directory, 'schemathesis.toml'), config);
    const authorization = `Authorization: Bearer ${await tokenOf(reference).catch(() => '')}`;
    const target = [openapi, '--url', reference.baseUrl, '-H', authorization];
    const drawn = ['--seed', String(seed), '-n', String(examples), '--generation-database', 'none'];
    const ended = await execute(
      program,
      ['run', ...target, ...drawn, '--request-timeout', '2', '--report', 'json', '--report-json-path', file],
      directory,
    );
    const report = await readFile(file, 'utf8').catch(() => {
      throw new Error(`${program} left no report, exit code ${ended}`);
    });
    return JSON.parse(report) as PeerReport;
  } finally {
    await reference.close();
  }
}

const kindsOf = ({ failures }: PeerReport): readonly string[] =>
  failures.flatMap(({ code, operations }) => operations.map((operation) => `${code} ${operation}`));

export const measurePeers: Measure = async ({ directory, sample }) => {
  const program = await findPeer(directory);
  if (program === undefined)
    return {
      figures: [],
      notes: ['Skipped: Schemathesis is not installed; put schemathesis on the PATH, or name it by SCHEMATHESIS.'],
    };
  const own = await runAgainstReference({ pace: 150 }, { seed, cases: examples });
  const ownFalse = own.requirements.filter(({ outcome }) => outcome === 'fail').length;
  const plain = await runPeer(program, directory);
  const usual = new Set(kindsOf(plain));
  const found = { bfc: [] as string[], peer: [] as string[] };
  const chosen = spread(faults, sample ?? usualPeerSample);
  for (const fault of chosen) {
    if ((await detect(fault)).failures > 0) found.bfc.push(fault.name);
    if (kindsOf(await runPeer(program, directory, fault)).some((kind) => !usual.has(kind))) found.peer.push(fault.name);
  }
  const rate = own.run.requests / (own.run.durationMs / 1000);
  const peerRate = plain.test_cases.generated / plain.running_time;
  const ofFaults = `of ${chosen.length}`;
  return {
    figures: [
      figure('peers.rate.bfc', 'bfc: requests', rate, '/s'),
      figure('peers.rate.peer', 'Schemathesis: cases', peerRate, '/s'),
      figure('peers.false.bfc', 'bfc: failures on the reference', ownFalse),
      figure('peers.false.peer', 'Schemathesis: failures on the reference', plain.test_cases.unique_failures),
      figure('peers.found.bfc', 'bfc: faults found', found.bfc.length, ofFaults),
      figure('peers.found.peer', 'Schemathesis: faults found', found.peer.length, ofFaults),
    ],
    notes: [
      `Both with ${examples} cases and the seed ${seed}; Schemathesis with a token and the id of a group, else as it is. A fault counts as found where it shows a failure of a kind and at an operation that the reference service as it is does not.`,
      `Found by Schemathesis: ${found.peer.join(', ') || 'none'}. By bfc alone: ${found.bfc.filter((name) => !found.peer.includes(name)).join(', ') || 'none'}.`,
    ],
  };
};
