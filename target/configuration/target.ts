import type { JsonObject, SchemaName } from '../../spec/index.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { TargetConfig, valueForms } from './target-config.ts';

export type Part<Key extends keyof TargetConfig> = NonNullable<TargetConfig[Key]>;

/** An API key of an organization, used to request tokens (`spec/documents/5-authentication.md`). */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Records that exist on the target before the run and that the suites may refer to. */
export type Fixtures = Pick<Part<'fixtures'>, 'groupId'> & {
  readonly [Key in 'carrierIds' | 'planIds' | 'plans']: NonNullable<Part<'fixtures'>[Key]>;
};

/** Upper bounds on the requests sent to the target; an absent bound means no limit. */
export interface Pace {
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
  readonly tokensPerMinute?: number;
}

export interface Limits extends Pace {
  /** Milliseconds that the target may take until a write shows up in its responses. */
  readonly settle: number;
}

/** The schema of each body that a configuration can give. */
export const schemaOfBody = {
  connection: 'group-connection-input',
  decision: 'renewal-decision-input',
  snapshot: 'member-snapshot-input',
} as const satisfies Record<keyof Part<'bodies'>, SchemaName>;

export type BodyKind = keyof typeof schemaOfBody;

/** A body that the target accepts; texts in it may hold placeholders, which `expandBody` fills. */
export interface GivenBody {
  /** Whether it is a JSON merge patch (RFC 7396) of the suite's own body rather than a whole body. */
  readonly isPatch: boolean;
  readonly json: JsonObject;
}

/**
 * How the target wants the values of a member written: `digits` only, `dashes` in their usual places (`000-00-0000`,
 * `00-0000000`), `lower` or `upper` case, `whole` numbers only; `omit`: the member is left out.
 */
export type ValueForm = (typeof valueForms)[number];

/** What is known about the values of a member: the only ones that the target accepts, plainest first, or their form. */
export type KnownValues = { readonly values: readonly (string | number | boolean)[] } | { readonly form: ValueForm };

/** Days that the target accepts, written `YYYY-MM-DD`; an absent one is not known. */
export type KnownDates = Part<'dates'>;

/** The proxies for connections, as given by the usual environment variables. */
export interface ProxySettings {
  /** The proxy for `http:` addresses, and the one for `https:` addresses. */
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  /** Hosts reached directly: names, `.example.com` or `*.example.com` for all below, `*` for all, optionally a port. */
  readonly except: readonly string[];
}

export type TlsSettings = Part<'tls'>;

/** A failure accepted until a day (`YYYY-MM-DD`, inclusive). */
export type Waiver = Omit<Part<'waive'>[number], 'id'> & { readonly id: string };

/** The current day by the local clock, `YYYY-MM-DD`, in UTC. */
export function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

export function hasEnded({ until }: Pick<Waiver, 'until'>, today = currentDay()): boolean {
  return until < today;
}

export interface CurlSettings {
  /** Names of headers that every request carries, each with the environment variable that holds its value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Files of the private authority and the client certificate, relative to the working directory. */
  readonly files: TlsSettings;
}

/** The system under test, with everything resolved: no environment variable or file is read past this point. */
export interface Target {
  readonly name: string;
  readonly environment: 'sandbox' | 'production';
  /** Base address of the API, without a trailing slash; may have a path of its own. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly credentials: Credentials;
  /** The environment variable that holds their secret; absent if a file holds it. */
  readonly secretVariable?: string | undefined;
  readonly secondCredentials?: Credentials | undefined;
  readonly expiredToken?: string | undefined;
  readonly fixtures: Fixtures;
  readonly bodies: Readonly<Partial<Record<BodyKind, GivenBody>>>;
  /** What is known about the values of members, by path from the body's root: `dependents[].person.ssn`. */
  readonly values: Readonly<Record<string, KnownValues>>;
  readonly dates: KnownDates;
  /** Values of coded fields, by vocabulary key, in place of the built-in ones, unless `values` has the member. */
  readonly vocabulary: Readonly<Record<string, readonly string[]>>;
  readonly linesOfCoverage: readonly string[];
  readonly reviewStatus?: string | undefined;
  readonly limits: Limits;
  /** Headers that every request carries, by name in lower case. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsSettings;
  /** What curl needs for the same connections; absent if it needs nothing. */
  readonly curl?: CurlSettings | undefined;
  /** A loopback address is never reached through a proxy. */
  readonly proxy: ProxySettings;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly waive: readonly Waiver[];
  /** Whether records may be created: a loopback address, a sandbox, or an explicit permission. */
  readonly writesAllowed: boolean;
}

export interface Setting<T> {
  readonly value: T;
  readonly from: string;
}

/** The API's own paths, if an address ends with one: requests append them. */
const ownPaths = /(\/api\/v1(?:\/groups)?|\/auth\/public\/token)$/;

/** An address of the target without trailing slashes, to append paths to. @throws ConfigurationError `URL_INVALID` */
export function parseAddress({ value, from }: Setting<string>): string {
  // Name only the source: an address that holds a password must not be repeated in a log.
  const refuse = (problem: string) => new ConfigurationError('URL_INVALID', `${from}: ${problem}`);
  if (!URL.canParse(value)) throw refuse('not an address; write it like https://api.example.com');
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`an address must start with http:// or https://, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw refuse('an address must not hold a user name or password; give the API key by client id and secret');
  if (/[?#]/.test(value)) throw refuse('an address must not hold a query or a fragment; remove it');
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const [, own] = ownPaths.exec(address) ?? [];
  if (own !== undefined) throw refuse(`give the address without ${own}: requests put it there`);
  return address;
}

/** Whether an address leads back to this machine: `localhost`, 127.0.0.0/8 or `::1`. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(hostname);
}
