import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headersFolder, matchesLockfile, refuseLinkedModules } from '../../../build/lib/install.mjs';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-system': { version: '2.0.0', optional: true },
  },
};

test.each([
  ['the same packages', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['a missing package', {}, false],
  ['a package of another version', { 'node_modules/a': { version: '1.0.1' } }, false],
  ['a package too many', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }, false],
  [
    'an optional package of another version',
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/for-another-system': { version: '1.0.0' } },
    false,
  ],
])('%s: installed is %o', (_what, packages, expected) => {
  expect(matchesLockfile(wanted, { packages })).toBe(expected);
});

test('headers of the installed Node are found beside it, and missed where there are none', () => {
  const folder = makeTemporaryFolder();
  try {
    const node = join(folder.path, 'bin', 'node');
    expect(headersFolder(node)).toBeUndefined();
    mkdirSync(join(folder.path, 'include', 'node'), { recursive: true });
    writeFileSync(join(folder.path, 'include', 'node', 'node_api.h'), '');
    expect(headersFolder(node)).toBe(folder.path);
  } finally {
    folder.remove();
  }
});

test('a node_modules that is a link is not installed through, and a folder is', () => {
  const folder = makeTemporaryFolder();
  try {
    const [own, link] = [join(folder.path, 'own'), join(folder.path, 'link')];
    mkdirSync(own);
    symlinkSync(own, link);
    expect(() => refuseLinkedModules(link)).toThrow(/^node_modules is a link.*Remove the link/);
    expect(() => refuseLinkedModules(own)).not.toThrow();
    expect(() => refuseLinkedModules(join(folder.path, 'none'))).not.toThrow();
  } finally {
    folder.remove();
  }
});
