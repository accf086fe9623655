import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readLaunchOptions } from '../../../electron/main/launch-options.ts';

const surroundings = { env: {}, platform: 'linux', home: '/home/ada' };

test('our options are found among those of Chromium', () => {
  const argv = [
    '--no-sandbox',
    '--remote-debugging-port=0',
    '.',
    '--port',
    '0',
    '--data-dir',
    'data',
    '--host',
    '::1',
    '--hidden',
  ];
  expect(readLaunchOptions(argv, surroundings)).toEqual({
    dataFolder: resolve('data'),
    isUsualFolder: false,
    port: '0',
    host: '::1',
    isHidden: true,
    opens: ['.'],
  });
});

test('without options the server chooses, and the data lies where the server puts it', () => {
  expect(readLaunchOptions([], surroundings)).toEqual({
    dataFolder: resolve(join('/home/ada', '.local', 'share', 'tributary')),
    isUsualFolder: true,
    port: undefined,
    host: undefined,
    isHidden: false,
    opens: [],
  });
});

test('an option without its value counts as not given', () => {
  expect(readLaunchOptions(['--port'], surroundings).port).toBeUndefined();
  expect(readLaunchOptions(['--data-dir', ''], surroundings).isUsualFolder).toBe(true);
});

test.each([
  [{}, ['--data-dir', '/home/ada/.local/share/tributary'], true],
  [{ TRIBUTARY_DATA_DIR: '/data' }, [], false],
])('with %j and %j the data folder is the usual one: %s', (env, argv, isUsualFolder) => {
  expect(readLaunchOptions(argv, { ...surroundings, env }).isUsualFolder).toBe(isUsualFolder);
});

test('a link brings no options and nothing else to open, whatever a quote in it makes of its end', () => {
  const link = 'tributary://flow/a1';
  const argv = ['--data-dir', 'data', link, '--data-dir', '/elsewhere', '--', '//server/share/a.tributary.json'];
  expect(readLaunchOptions(argv, surroundings)).toMatchObject({ dataFolder: resolve('data'), opens: [link] });
});
