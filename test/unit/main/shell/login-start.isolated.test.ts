import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LoginStart } from '../../../../electron/main/shell/login-start.ts';
import { stubPlatform } from '../../../helpers/builders/stub-platform.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const app = vi.hoisted(() => ({ getLoginItemSettings: vi.fn(), setLoginItemSettings: vi.fn() }));
vi.mock('electron', () => ({ app }));

beforeEach(() => {
  vi.resetAllMocks();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('on Linux the start at login is one file, which goes with the choice', () => {
  stubPlatform('linux');
  const folder = makeTemporaryFolder();
  vi.stubEnv('XDG_CONFIG_HOME', folder.path);
  const file = join(folder.path, 'autostart', 'tributary.desktop');
  const args = ['--data-dir', '/home/ada/data'];
  const start = new LoginStart({ program: '/home/ada/Tributary.AppImage', args }, false);
  expect(start.isOn).toBe(false);
  start.set(true);
  expect(start.isOn).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(
    'Exec="/home/ada/Tributary.AppImage" "--data-dir" "/home/ada/data" "--hidden"\n',
  );
  start.set(false);
  expect(start.isOn).toBe(false);
  expect(existsSync(file)).toBe(false);
  start.set(false);
  folder.remove();
});

test('on Windows it is an entry with the command', () => {
  stubPlatform('win32');
  const start = new LoginStart({ program: 'D:\\Tributary.exe', args: ['--data-dir', 'D:\\'] }, false);
  const item = { path: 'D:\\Tributary.exe', args: ['"--data-dir"', '"D:\\\\"', '"--hidden"'] };
  app.getLoginItemSettings.mockReturnValue({ openAtLogin: true });
  expect(start.isOn).toBe(true);
  expect(app.getLoginItemSettings).toHaveBeenCalledWith(item);
  start.set(false);
  expect(app.setLoginItemSettings).toHaveBeenCalledWith({ ...item, openAtLogin: false });
  expect(start.isThisStart).toBe(false);
});

describe('on a Mac, which passes no arguments', () => {
  const own = { program: '/Applications/Tributary.app/Contents/MacOS/Tributary', args: [] };

  test.each([
    [true, true, true],
    // It was open at the last logout, and the system opens it again.
    [false, true, false],
    [true, false, false],
  ])('chosen: %s, opened at login: %s, so without a window: %s', (openAtLogin, wasOpenedAtLogin, isThisStart) => {
    stubPlatform('darwin');
    app.getLoginItemSettings.mockReturnValue({ openAtLogin, wasOpenedAtLogin });
    const start = new LoginStart(own, true);
    expect(start.isOn).toBe(openAtLogin);
    expect(start.isThisStart).toBe(isThisStart);
    start.set(true);
    expect(app.setLoginItemSettings).toHaveBeenCalledWith({ openAtLogin: true });
  });

  test('it can’t be with another data folder than the usual one', () => {
    stubPlatform('darwin');
    app.getLoginItemSettings.mockReturnValue({ openAtLogin: true, wasOpenedAtLogin: true });
    const start = new LoginStart(own, false);
    expect(start.isOn).toBeNull();
    expect(start.isThisStart).toBe(false);
  });
});
