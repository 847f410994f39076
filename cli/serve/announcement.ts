import type { RunningReference } from '../../reference/index.ts';
import { shellQuote } from '../invocation.ts';

/** What the announcement points at. */
export interface AnnouncementContext {
  /** How the user calls `bfc run` from here. */
  readonly run: string;
  /** A configuration file of the service, as the user would name it. */
  readonly configFile: string;
  readonly kept: string | undefined;
}

/** Two shell lines that ask for a token and list the groups; they work as printed. */
function curlLines({ authUrl, baseUrl, credentials }: RunningReference): readonly string[] {
  const key = shellQuote(`${credentials.clientId}:${credentials.clientSecret}`);
  const body = shellQuote('{"grant_type":"client_credentials"}');
  const pick = String.raw`sed 's/.*"access_token" *: *"\([^"]*\)".*/\1/'`;
  return [
    `BFC_TOKEN=$(curl -s -u ${key} -H 'Content-Type: application/json' -d ${body} ${authUrl}/auth/public/token | ${pick})`,
    `curl -s -H "Authorization: Bearer $BFC_TOKEN" ${baseUrl}/api/v1/groups`,
  ];
}

/** What a running embedded service tells the one who started it. */
export function renderAnnouncement(reference: RunningReference, context: AnnouncementContext): string {
  const { baseUrl, authUrl, credentials, secondCredentials, expiredToken, fixtures } = reference;
  const lines = [
    'The reference service is running. Everything in it is made up.',
    '',
    `  API            ${baseUrl}`,
    `  token service  ${authUrl}`,
    `  data           ${context.kept === undefined ? 'in memory, gone when this ends' : `kept in ${context.kept}`}`,
    '',
    '  organization   client id, client secret',
    `  first          ${credentials.clientId}  ${credentials.clientSecret}`,
    `  second         ${secondCredentials.clientId}  ${secondCredentials.clientSecret}`,
    '',
    '  known to the first organization',
    `  group          ${fixtures.groupId}`,
    ...fixtures.carrierIds.map((id) => `  carrier        ${id}`),
    ...fixtures.planIds.map((id) => `  plan           ${id}`),
    '',
    '  expired token',
    `  ${expiredToken}`,
    '',
    'Call it:',
    ...curlLines(reference).map((line) => `  ${line}`),
    'Judge it (the file is removed when this ends):',
    `  ${context.run} --config ${shellQuote(context.configFile)}`,
    '',
    'Ctrl-C ends it.',
  ];
  return `${lines.join('\n')}\n`;
}
