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
    port: '0',
    host: '::1',
    isHidden: true,
    opens: ['.'],
  });
});

test('without options the server chooses, and the data lies where the server puts it', () => {
  expect(readLaunchOptions([], surroundings)).toEqual({
    dataFolder: resolve(join('/home/ada', '.local', 'share', 'tributary')),
    port: undefined,
    host: undefined,
    isHidden: false,
    opens: [],
  });
});

test('an option without its value counts as not given', () => {
  expect(readLaunchOptions(['--port'], surroundings).port).toBeUndefined();
});
