import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { firstOfMonth, isDay, isObject, isUuid, present, shifted, type MemberKind } from '../../spec/index.ts';
import { problemOfBody } from './body-template.ts';
import { ConfigurationError, suggestion } from './configuration-error.ts';
import { loadContent, reading } from './load-config.ts';
import { membersOfBodies } from './target-config.ts';
import type {
  BodyKind,
  CurlSettings,
  GivenBody,
  KnownDates,
  KnownValues,
  Part,
  ProxySettings,
  Target,
  TlsSettings,
  ValueForm,
} from './target.ts';

/** Where a configuration comes from: its file, for messages, and the folder that its paths are relative to. */
export interface Place {
  readonly file: string;
  readonly folder: string;
}

const invalid = (message: string): ConfigurationError => new ConfigurationError('CONFIG_INVALID', message);

function entriesOf<T>(members: Readonly<Record<string, T>>): readonly (readonly [string, NonNullable<T>])[] {
  return Object.entries(members).flatMap(([key, value]) => (value == null ? [] : [[key, value] as const]));
}

// Resolvers for the parts of a configuration. Each throws a ConfigurationError for a mistake that its author can fix.

export async function resolveBodies(
  given: Part<'bodies'> = {},
  { file: config, folder }: Place,
): Promise<Target['bodies']> {
  const bodies = entriesOf(given).map(async ([key, written]) => {
    const kind = key as BodyKind;
    const place = `${config} at /bodies/${kind}`;
    const file = onlyMember(written, 'file');
    if (file !== undefined && typeof file !== 'string') throw invalid(`${place}/file: is not a path; write it as text`);
    const content = file === undefined ? written : await loadContent(resolve(folder, file), file, place);
    const patch = onlyMember(content, 'patch');
    const json = patch ?? content;
    const at = `${file ?? place}${patch === undefined ? '' : '/patch'}`;
    if (!isObject(json) || Object.keys(json).length === 0) throw invalid(`${at}: holds no members; write an object`);
    const body: GivenBody = { isPatch: patch !== undefined, json };
    const problem = problemOfBody(kind, body);
    if (problem !== undefined) throw invalid(`${at}${problem}`);
    return [kind, body] as const;
  });
  return Object.fromEntries(await Promise.all(bodies));
}

/** The value of the named member if it is an object's only one; any other object is a body itself. */
function onlyMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.keys(value).length === 1 ? value[name] : undefined;
}

const kindsOfForm: Readonly<Record<ValueForm, readonly MemberKind[] | undefined>> = {
  digits: ['text'],
  dashes: ['text'],
  lower: ['text', 'code', 'id'],
  upper: ['text', 'code', 'id'],
  whole: ['number'],
  omit: undefined,
};

const isText = (value: unknown): boolean => typeof value === 'string';

const valuesOfKind: Partial<Record<MemberKind, readonly [test: (value: unknown) => boolean, words: string]>> = {
  text: [isText, 'a text: put it in quotes'],
  code: [isText, 'a text: put it in quotes'],
  id: [(value) => isUuid(String(value)), 'a UUID'],
  date: [(value) => isText(value) && isDay(String(value)), 'a calendar date, written YYYY-MM-DD'],
  number: [(value) => typeof value === 'number', 'a number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
};

export function resolveValues(values: Part<'values'> = {}, { file }: Place): Target['values'] {
  const from = `${file} at /values`;
  const known = entriesOf(values).map(([path, said]): readonly [string, KnownValues] => {
    const member = membersOfBodies.get(path);
    if (member === undefined) {
      const paths = [...membersOfBodies.keys()];
      const remedy = suggestion(path, paths, 'spec/documents/2-resources.md lists the members of all bodies');
      throw invalid(`${from}: "${path}" is not a member of a body that is sent${remedy}`);
    }
    if ('form' in said) {
      const { form } = said;
      const kinds = kindsOfForm[form];
      if (kinds?.includes(member.kind) === false)
        throw invalid(
          `${from}/${path}/form is "${form}", which is for members of kind ${kinds.join(', ')}; this is a ${member.kind}`,
        );
      return [path, { form }];
    }
    const [fits, words] = valuesOfKind[member.kind] ?? [() => false, 'left out: this is not a single value'];
    const wrong = said.findIndex((one) => !fits(one));
    if (wrong >= 0) throw invalid(`${from}/${path}/${wrong} is ${JSON.stringify(said[wrong])}, and must be ${words}`);
    return [path, { values: said }];
  });
  return Object.fromEntries(known);
}

export function resolveDates({ step, ...given }: Part<'dates'> = {}, { file }: Place, today: string): KnownDates {
  const from = `${file} at /dates`;
  const days = entriesOf(given).map(([key, text]) => {
    const [, count = '', unit] = /^([+-]\d+)([dm])$/.exec(text) ?? [];
    if (unit === undefined && !isDay(text))
      throw invalid(`${from}/${key} is "${text}", which is not a day of the calendar; correct it`);
    const day = unit === 'd' ? shifted(today, Number(count)) : firstOfMonth(today, Number(count));
    return [key, unit === undefined ? text : day];
  });
  const dates: KnownDates = { ...Object.fromEntries(days), ...present({ step }) };
  const { firstRenewal = '', lastRenewal = '9999-12-31' } = dates;
  if (firstRenewal > lastRenewal)
    throw invalid(`${from}: lastRenewal (${lastRenewal}) is before firstRenewal (${firstRenewal}); swap them`);
  return dates;
}

/** Headers that each request sets itself, so a configuration cannot add them. */
const ownHeaders =
  /^(?:accept|authorization|connection|content-(?:encoding|length|type)|expect|host|http2-settings|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

export function resolveHeaders(
  given: Part<'headers'> = {},
  { file }: Place,
  environment: NodeJS.ProcessEnv,
): Target['headers'] {
  const from = `${file} at /headers`;
  const headers = entriesOf(given).map(([name, said]): readonly [string, string] => {
    const at = `${from}/${name}`;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw invalid(`${at}: is not a name of a header; write it like X-Gateway-Key`);
    if (ownHeaders.test(name)) throw invalid(`${at}: is a header that each request decides for itself; remove it`);
    const variable = typeof said === 'string' ? undefined : said.env;
    const held = typeof said === 'string' ? said : (environment[said.env] ?? '');
    if (held === '')
      throw new ConfigurationError(
        'SECRET_MISSING',
        `${at}: the environment variable ${variable} is not set; export it with the header as its value`,
      );
    if (!/^[\t\x20-\x7e]+$/.test(held))
      throw new ConfigurationError(
        'SECRET_INVALID',
        `${variable ?? at}: the value holds a line break or other characters that no header has; remove them`,
      );
    return [name.toLowerCase(), held];
  });
  const names = headers.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalid(`${from}: ${twice} is given twice, in other letter case; keep one`);
  return Object.fromEntries(headers);
}

/** What curl needs for the same connections. A value written inline gets a variable named after its header. */
export function resolveCurl(
  headers: Part<'headers'> | undefined,
  tls: Part<'tls'> | undefined,
  { folder }: Place,
  cwd: string,
): CurlSettings | undefined {
  if (headers === undefined && tls === undefined) return undefined;
  const variables = entriesOf(headers ?? {}).map(([name, said]) => [
    name.toLowerCase(),
    typeof said === 'string' ? `BFC_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}` : said.env,
  ]);
  const files = entriesOf(tls ?? {}).map(([key, file]) => [key, relative(cwd, resolve(folder, file))]);
  return { headers: Object.fromEntries(variables), files: Object.fromEntries(files) };
}

export function resolveProxy(environment: NodeJS.ProcessEnv): ProxySettings {
  const valueOf = (variable: string): string => environment[variable]?.trim() ?? '';
  const heldBy = (name: string) => [name.toLowerCase(), name].find((variable) => valueOf(variable) !== '') ?? name;
  const addressOf = (name: 'HTTP_PROXY' | 'HTTPS_PROXY'): string | undefined => {
    const variable = heldBy(name);
    const value = valueOf(variable);
    if (value === '') return undefined;
    const address = value.includes('://') ? value : `http://${value}`;
    if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
    // Name only the variable: the address may hold a password.
    throw new ConfigurationError(
      'URL_INVALID',
      `${variable}: not the address of a proxy; write it like http://proxy.example.com:3128`,
    );
  };
  const except = valueOf(heldBy('NO_PROXY')).split(/[,\s]+/);
  return {
    http: addressOf('HTTP_PROXY'),
    https: addressOf('HTTPS_PROXY'),
    except: except.filter((entry) => entry !== ''),
  };
}

export async function resolveTls(files: TlsSettings = {}, { file: config, folder }: Place): Promise<TlsSettings> {
  const from = `${config} at /tls`;
  const [lacking, given] = files.cert === undefined ? ['cert', 'key'] : ['key', 'cert'];
  if ((files.cert === undefined) !== (files.key === undefined))
    throw invalid(`${from}: ${given} without ${lacking}; give both`);
  const read = entriesOf(files).map(async ([key, file]) => {
    const pem = await reading(readFile(resolve(folder, file), 'utf8'), file, `${from}/${key}`);
    try {
      if (key === 'key') createPrivateKey(pem);
      else void new X509Certificate(pem);
    } catch (error) {
      throw notUsable(`${from}/${key}: ${file}`, error);
    }
    return [key, pem] as const;
  });
  const tls: TlsSettings = Object.fromEntries(await Promise.all(read));
  try {
    createSecureContext(tls);
  } catch (error) {
    throw notUsable(`${from}: cert and key`, error);
  }
  return tls;
}

function notUsable(what: string, cause: unknown): ConfigurationError {
  const words = cause instanceof Error ? cause.message : String(cause);
  return new ConfigurationError('CONFIG_INVALID', `${what} cannot be used: ${words}; give PEM without a passphrase`, {
    cause,
  });
}
