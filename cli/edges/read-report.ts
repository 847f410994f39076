import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { EdgeCoverage, Observation } from '../../reporters/report.ts';
import { UsageError } from '../usage-error.ts';
import type { EdgeSource } from './edge-source.ts';

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; check the path',
  EACCES: 'cannot be read; check its permissions',
  EISDIR: 'is a directory; name the report.json in it',
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function isEdge(value: unknown): value is EdgeCoverage {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    typeof value['about'] === 'string' &&
    isTexts(value['endpoints']) &&
    typeof value['exchanges'] === 'number' &&
    isTexts(value['cases'])
  );
}

function isObservation(value: unknown): value is Observation {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['value'] === 'string';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Reads from the `report.json` of an earlier run what it says of edges.
 *
 * @param file - a path, relative to `cwd`
 * @throws UsageError when the file cannot be read, is no report, or says nothing of edges
 */
export async function readReport(file: string, cwd: string): Promise<EdgeSource> {
  const refuse = (why: string): UsageError => new UsageError(`--report: ${file} ${why}`);
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw refuse(unreadable[codeOf(error)] ?? 'cannot be read; check the path');
  });
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw refuse('is no JSON; name the report.json that "bfc run" has written');
  }
  if (!isRecord(report) || !('requirements' in report))
    throw refuse('is no report; name the report.json that "bfc run" has written');
  const { edges, observations } = report;
  if (!Array.isArray(edges) || edges.length === 0 || !edges.every(isEdge))
    throw refuse('does not say which edges its run reached; make a new one with "bfc run"');
  return { edges, observations: Array.isArray(observations) ? observations.filter(isObservation) : [] };
}
