import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../../../build/lib/paths.mjs';
import { APP_ID, idForWindows, ownStart, quotedForWindows } from '../../../../electron/main/shell/own-start.ts';

describe('Another start of the app', () => {
  const installed = {
    env: {},
    execPath: '/opt/Tributary/tributary',
    isPackaged: true,
    appPath: '/opt/Tributary/resources/app.asar',
    dataFolder: '/home/ada/data',
  };
  const args = ['--data-dir', '/home/ada/data'];

  test.each([
    ['an installed app', {}, { program: '/opt/Tributary/tributary', args }],
    ['an AppImage', { env: { APPIMAGE: '/home/ada/T.AppImage' } }, { program: '/home/ada/T.AppImage', args }],
    ['the portable program', { env: { PORTABLE_EXECUTABLE_FILE: 'D:\\T.exe' } }, { program: 'D:\\T.exe', args }],
    [
      'the sources',
      { execPath: '/src/electron', isPackaged: false, appPath: '/src' },
      { program: '/src/electron', args: ['/src', ...args] },
    ],
  ])('of %s runs what is still there then', (_, facts, start) => {
    expect(ownStart({ ...installed, ...facts })).toEqual(start);
  });
});

test('the desktop of Linux knows the app by the entry that its packages install', () => {
  const { linux } = z
    .object({ linux: z.object({ executableName: z.string(), syncDesktopName: z.literal(true) }) })
    .parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));
  const { desktopName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(desktopName).toBe(`${linux.executableName}.desktop`);
});

test('Windows knows the app by the id that its installer writes; from the sources by the program', () => {
  expect(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))).toMatchObject({ appId: APP_ID });
  expect(idForWindows({ isPackaged: true, execPath: 'C:\\T.exe' })).toBe(APP_ID);
  expect(idForWindows({ isPackaged: false, execPath: 'C:\\electron.exe' })).toBe('C:\\electron.exe');
});

test.each([
  ['--hidden', '"--hidden"'],
  ['C:\\My data', '"C:\\My data"'],
  ['D:\\', '"D:\\\\"'],
])('in a command line of Windows %s is %s', (argument, quoted) => {
  expect(quotedForWindows(argument)).toBe(quoted);
});
