import { expect, test } from 'vitest';
import { pageFile } from '../../../../electron/main/page/page-file.ts';

test.each([
  ['app://tributary/', '/page/index.html'],
  ['app://tributary', '/page/index.html'],
  ['app://tributary/#/flows/1', '/page/index.html'],
  ['app://tributary/?code=1', '/page/index.html'],
  ['app://tributary/index.html', '/page/index.html'],
  ['app://tributary/assets/main-Bx_1.js', '/page/assets/main-Bx_1.js'],
  // Resolved as any browser does: it can't lead out.
  ['app://tributary/assets/../../../etc/passwd', '/page/etc/passwd'],
])('%s is the file %s', (address, expected) => {
  expect(pageFile(address, '/page')).toBe(expected);
});

test.each([
  'app://tributary/%2e%2e%2fetc/passwd',
  'app://tributary/..%2f..%2fetc/passwd',
  'app://tributary/..%5c..%5cetc',
  'app://tributary/assets/a%00.js',
  'app://tributary/a:b',
  'app://tributary.example.org/',
  'app://tributary:81/',
  'app://user@tributary/',
  'app://other/index.html',
  'file:///page/index.html',
  'http://tributary/index.html',
  '',
])('%s is no file of the page', (address) => {
  expect(pageFile(address, '/page')).toBeUndefined();
});
