import { createHash } from 'node:crypto';
import { checkCycles } from './check-cycles.ts';
import { checkModel, type NoteAt } from './check-model.ts';
import { deriveEchoes } from './echo.ts';
import { emitOpenApi } from './emit-openapi.ts';
import { emitRegister } from './emit-register.ts';
import { emitSchemas } from './emit-schema.ts';
import { emitNames, emitSchemaModule, emitTypes } from './emit-types.ts';
import { SpecError, type Mistake } from './mistake.ts';
import type { Model } from './model.ts';
import { joinReadings, readDocument } from './read-document.ts';

/** A document by its file name and its text. */
export interface SourceDocument {
  readonly name: string;
  readonly text: string;
}

/** The first twelve hexadecimal digits of a SHA-256 over the documents: the same documents, the same revision. */
function revisionOf(documents: readonly SourceDocument[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of documents) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 12);
}

/**
 * Reads documents into one model, in the order given.
 *
 * @param locate turns a document's name into the file that a mistake is reported in
 * @throws {SpecError} with every mistake in them
 */
export function readModel(documents: readonly SourceDocument[], locate = (name: string): string => name): Model {
  const mistakes: Mistake[] = [];
  const readings = documents.map(({ name, text }) =>
    readDocument(name, text, (code, line, problem, remedy) => {
      mistakes.push({ code, file: locate(name), line, problem, remedy });
    }),
  );
  const model = joinReadings(readings);
  const noteAt: NoteAt = (code, { document, line }, problem, remedy) => {
    mistakes.push({ code, file: locate(document), line, problem, remedy });
  };
  checkModel(model, noteAt);
  checkCycles(model, noteAt);
  if (mistakes.length === 0) {
    const whole = deriveEchoes(model);
    // Derived resources take names too, which must be free.
    checkModel(whole, noteAt);
    if (mistakes.length === 0) return whole;
  }
  const rank = new Map(documents.map(({ name }, index) => [locate(name), index]));
  throw new SpecError(
    mistakes.toSorted((a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line),
  );
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The generated files of documents: text by path, relative to the folder of generated files. */
export function compileDocuments(
  documents: readonly SourceDocument[],
  locate?: (name: string) => string,
): Map<string, string> {
  const model = readModel(documents, locate);
  const revision = revisionOf(documents);
  return new Map([
    ...[...emitSchemas(model)].map(([name, schema]) => [`schemas/${name}.json`, json(schema)] as const),
    ['openapi.json', json(emitOpenApi(model, revision))],
    ['register.json', json(emitRegister(model, revision))],
    ['names.ts', emitNames(model)],
    ['schemas.ts', emitSchemaModule(model)],
    ['types.ts', emitTypes(model)],
  ]);
}
