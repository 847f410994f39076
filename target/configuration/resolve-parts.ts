import { createPrivateKey, X509Certificate } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { isObject, membersOf, type Member, type MemberKind } from '../../spec/index.ts';
import { daysAfter, monthsAfter, problemOfBody } from './body-template.ts';
import { ConfigurationError, suggestion } from './configuration-error.ts';
import { loadContent, readText } from './load-config.ts';
import type { TargetConfig } from './target-config.ts';
import {
  schemaOfBody,
  type BodyKind,
  type CurlSettings,
  type GivenBody,
  type KnownDates,
  type KnownValues,
  type ProxySettings,
  type Target,
  type TlsSettings,
  type ValueForm,
} from './target.ts';

/** A part of a configuration, and where it was given. */
export interface Given<Key extends keyof TargetConfig> {
  readonly value: NonNullable<TargetConfig[Key]>;
  /** The file and the place in it, for messages. */
  readonly from: string;
  /** What paths in it are relative to. */
  readonly folder: string;
}

const invalid = (message: string): ConfigurationError => new ConfigurationError('CONFIG_INVALID', message);

/** The entries of an object that have a value. */
function entriesOf<T>(members: Readonly<Record<string, T>>): readonly (readonly [string, NonNullable<T>])[] {
  return Object.entries(members).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, value] as const],
  );
}

/** An object without the members that are undefined. */
export function definedOf<T extends object>(members: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(entriesOf(members as Readonly<Record<string, unknown>>)) as ReturnType<typeof definedOf<T>>;
}

/**
 * The bodies of a configuration, read from their files.
 *
 * @throws ConfigurationError for a file that cannot be read, an unknown placeholder or a member of the wrong type
 */
export async function resolveBodies({ value, from, folder }: Given<'bodies'>): Promise<Target['bodies']> {
  const bodies = entriesOf(value).map(async ([key, written]) => {
    const kind = key as BodyKind;
    const place = `${from}/${kind}`;
    const file = onlyMember(written, 'file');
    if (file !== undefined && typeof file !== 'string') throw invalid(`${place}/file: is no path; write it as text`);
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

/** The value of a member that an object has alone: any other object is a body of its own. */
function onlyMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.keys(value).length === 1 ? value[name] : undefined;
}

/** The kinds of members that values in each form can be wanted of. */
const kindsOfForm: Readonly<Record<ValueForm, readonly MemberKind[] | undefined>> = {
  digits: ['text'],
  dashes: ['text'],
  lower: ['text', 'code', 'id'],
  upper: ['text', 'code', 'id'],
  whole: ['number'],
  omit: undefined,
};

const isText = (value: unknown): boolean => typeof value === 'string';

/** What values of each kind of member have to be, and in words. */
const valuesOfKind: Partial<Record<MemberKind, readonly [test: (value: unknown) => boolean, words: string]>> = {
  text: [isText, 'a text: put it in quotes'],
  code: [isText, 'a text: put it in quotes'],
  id: [(value) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value)), 'a UUID'],
  date: [(value) => isText(value) && isDay(String(value)), 'a calendar date, written YYYY-MM-DD'],
  number: [(value) => typeof value === 'number', 'a number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
};

const membersByPath: ReadonlyMap<string, Member> = new Map(
  Object.values(schemaOfBody).flatMap((schema) => [...membersOf(schema)]),
);

/** What is known of the values of members. @throws ConfigurationError for an unknown member, or what it cannot hold */
export function resolveValues({ value, from }: Given<'values'>): Target['values'] {
  const known = entriesOf(value).map(([path, said]): readonly [string, KnownValues] => {
    const member = membersByPath.get(path);
    if (member === undefined) {
      const paths = [...membersByPath.keys()];
      const remedy = suggestion(path, paths, 'spec/documents/2-resources.md lists the members of all bodies');
      throw invalid(`${from}: "${path}" is no member of a body that is sent${remedy}`);
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
    const [fits, words] = valuesOfKind[member.kind] ?? [() => false, 'left out: this is no single value'];
    const wrong = said.findIndex((one) => !fits(one));
    if (wrong >= 0) throw invalid(`${from}/${path}/${wrong} is ${JSON.stringify(said[wrong])}, and must be ${words}`);
    return [path, { values: said }];
  });
  return Object.fromEntries(known);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The days of a configuration, those relative to the day of the run among them.
 *
 * @throws ConfigurationError for a day that is none in the calendar, or a last day before the first
 */
export function resolveDates({ value, from }: Given<'dates'>, today: string): KnownDates {
  const dayOf = (key: 'firstRenewal' | 'lastRenewal' | 'coverageStart'): Partial<Record<typeof key, string>> => {
    const text = value[key];
    if (text === undefined) return {};
    const [, count = '', unit] = /^([+-]\d+)([dm])$/.exec(text) ?? [];
    if (unit === undefined && !isDay(text))
      throw invalid(`${from}/${key} is "${text}", which is no day of the calendar; correct it`);
    const shifted = unit === 'd' ? daysAfter : monthsAfter;
    return { [key]: unit === undefined ? text : shifted(today, Number(count)) };
  };
  const { step } = value;
  const days = { ...dayOf('firstRenewal'), ...dayOf('lastRenewal'), ...dayOf('coverageStart') };
  const { firstRenewal = '', lastRenewal = '9999-12-31' } = days;
  if (firstRenewal > lastRenewal)
    throw invalid(`${from}: lastRenewal (${lastRenewal}) is before firstRenewal (${firstRenewal}); swap them`);
  return { ...days, ...(step === undefined ? {} : { step }) };
}

/** Headers that a request cannot carry beside its own. */
const ownHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'host',
  'accept',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'http2-settings',
]);

/** The headers of a configuration. @throws ConfigurationError for one that no request can carry, or an unset variable */
export function resolveHeaders({ value, from }: Given<'headers'>, environment: NodeJS.ProcessEnv): Target['headers'] {
  const headers = entriesOf(value).map(([name, said]): readonly [string, string] => {
    const at = `${from}/${name}`;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw invalid(`${at}: is no name of a header; write it like X-Gateway-Key`);
    if (ownHeaders.has(name.toLowerCase()))
      throw invalid(`${at}: is a header that each request decides for itself; remove it`);
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

/**
 * What curl needs to connect as the configuration says. A value that stands in the configuration itself has a variable
 * named after its header, which whoever copies the line sets.
 *
 * @param cwd - the directory that files are named from
 */
export function resolveCurl(
  headers: Given<'headers'> | undefined,
  tls: Given<'tls'> | undefined,
  cwd: string,
): CurlSettings | undefined {
  if (headers === undefined && tls === undefined) return undefined;
  const variableOf = (name: string): string => `BFC_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`;
  return {
    headers: Object.fromEntries(
      entriesOf(headers?.value ?? {}).map(([name, said]) => [
        name.toLowerCase(),
        typeof said === 'string' ? variableOf(name) : said.env,
      ]),
    ),
    files: Object.fromEntries(
      entriesOf(tls?.value ?? {}).map(([key, file]) => [key, relative(cwd, resolve(tls?.folder ?? cwd, file))]),
    ),
  };
}

/** The proxies that the usual variables name, in either letter case. @throws ConfigurationError for what is no address */
export function resolveProxy(environment: NodeJS.ProcessEnv): ProxySettings {
  const held = (name: string): readonly [name: string, value: string] | undefined =>
    [name.toLowerCase(), name].flatMap((variable) => {
      const value = environment[variable]?.trim() ?? '';
      return value === '' ? [] : [[variable, value] as const];
    })[0];
  const addressOf = (key: 'http' | 'https'): Partial<ProxySettings> => {
    const [variable = '', value] = held(`${key.toUpperCase()}_PROXY`) ?? [];
    if (value === undefined) return {};
    const address = value.includes('://') ? value : `http://${value}`;
    // Names the variable alone: the address may hold a password.
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      throw new ConfigurationError(
        'URL_INVALID',
        `${variable}: not the address of a proxy; write it like http://proxy.example.com:3128`,
      );
    return { [key]: address };
  };
  const [, except = ''] = held('NO_PROXY') ?? [];
  return {
    ...addressOf('http'),
    ...addressOf('https'),
    except: except.split(/[,\s]+/).filter((entry) => entry !== ''),
  };
}

/** The PEM texts of a configuration. @throws ConfigurationError for files that cannot be read, or used together */
export async function resolveTls({ value, from, folder }: Given<'tls'>): Promise<TlsSettings> {
  const [lacking, given] = value.cert === undefined ? ['cert', 'key'] : ['key', 'cert'];
  if ((value.cert === undefined) !== (value.key === undefined))
    throw invalid(`${from}: ${given} without ${lacking}; give both`);
  const read = entriesOf(value).map(async ([key, file]) => {
    const pem = await readText(resolve(folder, file), file, `${from}/${key}`);
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
