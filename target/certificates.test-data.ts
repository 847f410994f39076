import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const canCertify = spawnSync('openssl', ['version']).status === 0;

interface Certified {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for the test, with a server certificate for its host names and a client certificate. */
export function certify(): { readonly ca: string; readonly server: Certified; readonly client: Certified } {
  const folder = mkdtempSync(join(tmpdir(), 'bfc-tls-'));
  const at = (name: string): string => join(folder, name);
  const make = (name: string, ...more: readonly string[]): Certified => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const names = ['-subj', `/CN=bfc test ${name}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
    execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...more], { stdio: 'ignore' });
    return { cert: readFileSync(at(`${name}.pem`), 'utf8'), key: readFileSync(at(`${name}.key`), 'utf8') };
  };
  try {
    const { cert: ca } = make('ca', '-addext', 'keyUsage=critical,keyCertSign');
    const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-addext', 'basicConstraints=critical,CA:FALSE'];
    const server = make('server', ...signed, '-addext', 'subjectAltName=DNS:service.test,DNS:localhost,IP:127.0.0.1');
    return { ca, server, client: make('client', ...signed) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
