import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../init.test-data.ts';
import { editorLinks } from './editor-links.ts';

describe('a configuration finds its schema and types', () => {
  it('in a checkout by path, as nothing may be built there', () => {
    expect(editorLinks('/home/me/checkout', { root: '/home/me/checkout', checkout: true })).toEqual({
      schema: './target/configuration/target-config.schema.json',
      types: { kind: 'function', from: './target/configuration/target-config.ts' },
    });
    expect(editorLinks('/home/me/other', { root: '/home/me/checkout', checkout: true }).types.from).toBe(
      '../checkout/target/configuration/target-config.ts',
    );
  });

  it('by the name of the package where that is installed, here or further up', async () => {
    const cwd = await emptyFolder();
    const installed = join(cwd, 'node_modules/benefits-fulfillment-conformance/target/configuration');
    await mkdir(installed, { recursive: true });
    await writeFile(join(installed, 'target-config.schema.json'), '{}');
    await mkdir(join(cwd, 'config'));
    expect(editorLinks(join(cwd, 'config'), { root: '/elsewhere', checkout: false })).toEqual({
      schema: '../node_modules/benefits-fulfillment-conformance/target/configuration/target-config.schema.json',
      types: { kind: 'function', from: 'benefits-fulfillment-conformance' },
    });
  });

  it('by its type alone where the package is installed elsewhere', () => {
    expect(editorLinks('/home/me', { root: '/usr/lib/bfc', checkout: false })).toEqual({
      schema: '../../usr/lib/bfc/target/configuration/target-config.schema.json',
      types: { kind: 'type', from: 'benefits-fulfillment-conformance' },
    });
  });
});
