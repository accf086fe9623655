import { expect, test } from 'vitest';
import { readOptions } from '../../../build/lib/options.mjs';

test('without options the app is shown and nothing is passed on', () => {
  expect(readOptions([])).toEqual({ headless: false, open: true, help: false, serverArgs: [] });
});

test('what the server reads is passed on as it is', () => {
  const { serverArgs } = readOptions(['--port', '0', '--host=::1', '--data-dir', 'a folder']);
  expect(serverArgs).toEqual(['--port', '0', '--host', '::1', '--data-dir', 'a folder']);
});

test.each([
  [['--headless'], true],
  [['--no-open'], false],
])('%j opens no browser', (argv, headless) => {
  expect(readOptions(argv)).toMatchObject({ headless, open: false });
});

test('an unknown option is refused', () => {
  expect(() => readOptions(['--prot', '3001'])).toThrow("'--prot'");
});
