import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '../spec/index.ts';
import { bounded, printable } from './printable.ts';
import reportSchema from './report.schema.json' with { type: 'json' };
import type { Report, WrittenReport } from './report.ts';

/** A report that was read, or why the text is not one, as the end of a sentence that names the file. */
type ParsedReport =
  | { readonly report: Report; readonly problem?: never }
  | { readonly report?: never; readonly problem: string };

let compiled: ValidateFunction<WrittenReport> | undefined;

/** Compiled on first use: compiling takes longer than a whole command that reads no report. */
function conforming(): ValidateFunction<WrittenReport> {
  if (compiled !== undefined) return compiled;
  const ajv = new Ajv2020({ strict: true, strictRequired: false });
  addFormats.default(ajv, ['date', 'date-time']);
  const relaxed = JSON.parse(JSON.stringify(reportSchema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
  compiled = ajv.compile<WrittenReport>(relaxed);
  return compiled;
}

function wordsOf({ instancePath, keyword, params, message = 'is wrong' }: ErrorObject): string {
  const place = printable(bounded(instancePath === '' ? 'the whole' : instancePath, 120));
  if (keyword === 'required') return `${place} lacks ${String(params['missingProperty'])}`;
  return `${place} ${message}`;
}

/**
 * Reads a report from the text of a `report.json`. Reports of older and newer suites are accepted if they have what
 * `report.schema.json` requires: they may have members that the schema doesn't know, and requirement ids that the
 * register doesn't have.
 */
export function parseReport(text: string): ParsedReport {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problem: 'is not JSON; name the report.json that "bfc run" has written' };
  }
  if (!isObject(value) || !Array.isArray(value['requirements']))
    return { problem: 'is not a report; name the report.json that "bfc run" has written' };
  const conforms = conforming();
  if (conforms(value)) return { report: { ...value, edges: value.edges ?? [] } };
  const [error] = conforms.errors ?? [];
  const why = error === undefined ? 'it is not as its schema says' : wordsOf(error);
  return { problem: `is not a report that this version can read: ${why}; make a new one with "bfc run"` };
}
