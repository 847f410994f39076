import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfileName } from '../suites/profiles.ts';
import { journalName, type JournalLine } from '../target/journal.ts';
import type { Bare } from './bare-client.ts';
import { figure, medians, type Figure, type Measure } from './measurement.ts';
import { configFile, judge, runNode, withServed } from './processes.ts';

/** Of each profile; a run of it and the bare client take turns. */
const rounds = 3;

/** As many requests as a run has in flight against a loopback address. */
const concurrency = 32;

/** Milliseconds without any request in flight from which on it is a wait for the target to move. */
const shortestWait = 100;

/** Milliseconds in which nothing was in flight for so long that the run was waiting, and not busy itself. */
export function waitedIn(
  exchanges: readonly Pick<JournalLine, 'startedAt' | 'endedAt'>[],
  shortest = shortestWait,
): number {
  let [waited, lastEnd] = [0, -Infinity];
  for (const { startedAt, endedAt } of exchanges.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const gap = startedAt - lastEnd;
    if (gap >= shortest && gap < Infinity) waited += gap;
    lastEnd = Math.max(lastEnd, endedAt);
  }
  return waited;
}

/** A run, and then its requests by the bare client, each against a fresh service. */
async function oneRound(profile: ProfileName, directory: string) {
  const journal = join(directory, journalName);
  const ran = await withServed((config) => judge(config, directory, ['--profile', profile]));
  const lines = (await readFile(journal, 'utf8')).trim().split('\n');
  const exchanges = lines.map((line) => JSON.parse(line) as JournalLine);
  const waits = waitedIn(exchanges);
  const client = join(import.meta.dirname, 'bare-client.ts');
  const { stdout, stderr } = await withServed(async (config) =>
    runNode([client, await configFile(config, directory), journal, String(concurrency)]),
  );
  if (stdout === '') throw new Error(`the bare client failed: ${stderr}`);
  const { wallMs: bareWall, cpuMs: bareCpu, sent, refused: refusedAgain, failed } = JSON.parse(stdout) as Bare;
  const refused = exchanges.filter(({ response, request }) => !request.wire && (response?.status ?? 0) >= 400).length;
  const wall = ran.wallMs - waits;
  const cpu = ran.used.cpuMs;
  const ratios = { ofWall: wall / bareWall, ofCpu: cpu / bareCpu };
  return {
    ...ratios,
    wall,
    cpu,
    waits,
    bareWall,
    bareCpu,
    requests: lines.length,
    sent,
    refused,
    refusedAgain,
    failed,
  };
}

/** Whole runs against a served reference service, and the same requests sent by undici alone. */
export const measureRun: Measure = async ({ directory }) => {
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const profile of ['full', 'gate'] as const) {
    const taken: Awaited<ReturnType<typeof oneRound>>[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await oneRound(profile, directory));
    const of = medians(taken);
    figures.push(
      figure(`run.${profile}.wall`, `${profile}: wall time without waits`, of.ofWall, 'undici alone'),
      figure(`run.${profile}.wall-ms`, '  the same', of.wall, 'ms'),
      figure(`run.${profile}.bare-wall-ms`, '  undici alone', of.bareWall, 'ms'),
      figure(`run.${profile}.waits-ms`, '  waits', of.waits, 'ms'),
      figure(`run.${profile}.cpu`, `${profile}: CPU time`, of.ofCpu, 'undici alone'),
      figure(`run.${profile}.cpu-ms`, '  the same', of.cpu, 'ms'),
      figure(`run.${profile}.bare-cpu-ms`, '  undici alone', of.bareCpu, 'ms'),
    );
    notes.push(
      `${profile}: ${of.requests} requests, ${of.refused} refused; undici alone sent ${of.sent}, all but what is no HTTP: ${of.refusedAgain} refused, ${of.failed} without an answer.`,
    );
  }
  return {
    figures,
    notes: [
      `Medians of ${rounds} rounds. A run counts from the start of its process to the end, journal and reports included, without the times of ${shortestWait} ms or more in which nothing was in flight by its journal. Undici alone counts from its first request to its last answer.`,
      ...notes,
    ],
  };
};
