import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the command line says of itself. */
export interface PackageInfo {
  readonly version: string;
  /** Directory of the checkout or of the installed package. */
  readonly root: string;
  /** True when running from sources, false when built. */
  readonly checkout: boolean;
}

/** Reads the version from the nearest package.json above this module, and tells a checkout from an installed package. */
export function readPackageInfo(): PackageInfo {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) root = dirname(root);
  const content: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version =
    typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : 'unknown';
  return { version, root, checkout: import.meta.filename.endsWith('.ts') };
}
