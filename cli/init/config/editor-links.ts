import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { PackageInfo } from '../../invocation.ts';
import type { TypeSource } from './render-module.ts';

const packageName = 'benefits-fulfillment-conformance';
const schemaPath = 'target/configuration/target-config.schema.json';

/** The folder that this package is installed in, as a module in `directory` would find it. */
function installedFor(directory: string): string | undefined {
  const place = join(directory, 'node_modules', packageName);
  if (existsSync(join(place, schemaPath))) return place;
  const above = dirname(directory);
  return above === directory ? undefined : installedFor(above);
}

/** A path as an import or an editor takes it, from one folder to a file. */
function pathBetween(directory: string, file: string): string {
  const path = relative(directory, file).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Where editors find the schema of a configuration, and a TypeScript one its types. */
export interface EditorLinks {
  readonly schema: string;
  readonly types: TypeSource;
}

/**
 * Finds the addresses to write into a configuration.
 *
 * @param directory the folder that it is written to
 */
export function editorLinks(
  directory: string,
  { root, checkout }: Pick<PackageInfo, 'root' | 'checkout'>,
): EditorLinks {
  const installed = installedFor(directory);
  const schema = pathBetween(directory, join(installed ?? root, schemaPath));
  if (installed !== undefined) return { schema, types: { kind: 'function', from: packageName } };
  // From sources, nothing is built that the name of the package could lead to.
  return checkout
    ? {
        schema,
        types: { kind: 'function', from: pathBetween(directory, join(root, 'target/configuration/target-config.ts')) },
      }
    : { schema, types: { kind: 'type', from: packageName } };
}
