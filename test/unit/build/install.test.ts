import { expect, test } from 'vitest';
import { matchesLockfile } from '../../../build/lib/install.mjs';

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
