import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { LoginStart } from '../../../../electron/main/shell/login-start.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

vi.mock('electron', () => ({ app: { isPackaged: true } }));

afterEach(() => {
  vi.unstubAllEnvs();
});

test.skipIf(process.platform !== 'linux')('on Linux the start at login is one file, which goes with the choice', () => {
  const folder = makeTemporaryFolder();
  vi.stubEnv('XDG_CONFIG_HOME', folder.path);
  vi.stubEnv('APPIMAGE', '/home/ada/Tributary.AppImage');
  const file = join(folder.path, 'autostart', 'tributary.desktop');
  const start = new LoginStart(['--data-dir', '/home/ada/data']);
  expect(start.isOn).toBe(false);
  start.set(true);
  expect(start.isOn).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(
    'Exec="/home/ada/Tributary.AppImage" "--hidden" "--data-dir" "/home/ada/data"\n',
  );
  start.set(false);
  expect(start.isOn).toBe(false);
  expect(existsSync(file)).toBe(false);
  start.set(false);
  folder.remove();
});
