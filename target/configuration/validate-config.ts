import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRequirementId, register, requirementOf } from '../../spec/index.ts';
import { ConfigurationError } from './configuration-error.ts';
import { suggestion } from './nearest.ts';
import schema from './target-config.schema.json' with { type: 'json' };
import type { TargetConfig } from './target-config.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, verbose: true });
addFormats.default(ajv, ['date']);
const conforms = ajv.compile<TargetConfig>(schema);

/** A pattern is no help to a reader: what it stands for is. */
const patternNames: Readonly<Record<string, string>> = {
  [schema.$defs.uuid.pattern]: 'a UUID',
  [schema.$defs.variable.pattern]: 'the name of an environment variable',
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a reader recognizes it; members whose name says that they are secret stay hidden. */
function shown(value: unknown, pointer: string): string {
  if (/secret|token/i.test(pointer)) return 'a hidden value';
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const phrases: Readonly<Record<string, (error: ErrorObject, file: string) => string>> = {
  additionalProperties: (error, file) => {
    const key = String(error.params['additionalProperty']);
    const known = Object.keys(isRecord(error.parentSchema?.['properties']) ? error.parentSchema['properties'] : {});
    return `${file}: unknown key ${JSON.stringify(key)} at ${error.instancePath || 'the top'}${suggestion(key, known)}`;
  },
  required: (error, file) =>
    `${file}: ${error.instancePath} lacks "${String(error.params['missingProperty'])}"; add it`,
  type: (error, file) => wrong(error, file, `of type ${String(error.params['type'])}`),
  enum: (error, file) => wrong(error, file, `one of ${JSON.stringify(error.params['allowedValues'])}`),
  format: (error, file) => wrong(error, file, 'a calendar date, written YYYY-MM-DD'),
  pattern: (error, file) => wrong(error, file, patternNames[String(error.params['pattern'])] ?? 'of the right form'),
  minLength: (error, file) => `${file}: ${error.instancePath} is empty; give it a value or remove it`,
  minItems: (error, file) => `${file}: ${error.instancePath} is empty; give it a value or remove it`,
  uniqueItems: (error, file) => `${file}: ${error.instancePath} holds the same value twice; keep one of them`,
};

function wrong(error: ErrorObject, file: string, demand: string): string {
  return `${file}: ${error.instancePath || 'the content'} is ${shown(error.data, error.instancePath)}, and must be ${demand}`;
}

/** Ids are told by what they are near to, and not by the list of all that the schema has for editors. */
const isAboutId = ({ keyword, instancePath }: ErrorObject): boolean =>
  (keyword === 'enum' && /^\/waive\/\d+\/id$/.test(instancePath)) ||
  (keyword === 'additionalProperties' && instancePath === '/expect');

/** Checks the ids of a content that is sound but for them. */
function checkIds(content: unknown, file: string): void {
  const ids = register.map((requirement) => requirement.id);
  const { waive, expect } = isRecord(content) ? content : {};
  const waived = (Array.isArray(waive) ? waive : []).map((waiver: unknown, index) => ({
    id: isRecord(waiver) ? String(waiver['id']) : '',
    pointer: `/waive/${index}/id`,
  }));
  const pinned = Object.keys(isRecord(expect) ? expect : {}).map((id) => ({ id, pointer: '/expect' }));
  for (const { id, pointer } of [...waived, ...pinned]) {
    if (isRequirementId(id)) {
      const isOpen = requirementOf(id).level === 'open';
      if (pointer === '/expect' ? isOpen : !isOpen || pinned.some((pin) => pin.id === id)) continue;
      const why = isOpen
        ? 'is an open point, which fails only where expect pins it; pin it, or remove the waiver'
        : 'is no open point, so that nothing is observed of it that could be pinned; remove it';
      throw new ConfigurationError('CONFIG_INVALID', `${file}: "${id}" at ${pointer} ${why}`);
    }
    const remedy = suggestion(id, ids, 'all ids are in spec/generated/register.json');
    throw new ConfigurationError(
      'CONFIG_INVALID',
      `${file}: ${JSON.stringify(id)} at ${pointer} is no requirement id${remedy}`,
    );
  }
  const twice = waived.find(({ id }, index) => waived.findIndex((other) => other.id === id) !== index);
  if (twice === undefined) return;
  throw new ConfigurationError(
    'CONFIG_INVALID',
    `${file}: "${twice.id}" is waived twice, again at ${twice.pointer}; keep one`,
  );
}

/**
 * Checks what a configuration file holds against `target-config.schema.json` and the requirement register.
 *
 * @param value the file's content, parsed
 * @param file its name, for messages
 * @throws ConfigurationError `CONFIG_INVALID` for an unknown key, a wrong value or an unknown requirement id
 */
export function validateConfig(value: unknown, file: string): TargetConfig {
  if (!conforms(value)) {
    const errors = (conforms.errors ?? []).filter((error) => !isAboutId(error));
    if (errors.length === 0) checkIds(value, file);
    // An unknown key is most often the cause of whatever else is wrong.
    const error = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
    const message =
      error === undefined
        ? `${file}: not a target configuration`
        : (phrases[error.keyword]?.(error, file) ??
          wrong(error, file, (error.message ?? 'valid').replace(/^must be /, '')));
    throw new ConfigurationError('CONFIG_INVALID', message);
  }
  checkIds(value, file);
  return value;
}
