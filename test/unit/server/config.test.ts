import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../electron/server/config.ts';
import { makeTemporaryFolder } from '../../helpers/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => folder.remove());

function read(args: string[], env: Record<string, string> = {}) {
  return readConfig(['--data-dir', folder.path, ...args], env);
}

describe('readConfig', () => {
  test('flags go before the environment, that before settings.json, that before the defaults', () => {
    expect(read([])).toMatchObject({ host: '127.0.0.1', port: 3000, shouldOpenBrowser: true });
    writeFileSync(join(folder.path, 'settings.json'), '{"port": 4001, "host": "localhost", "jsonLimitBytes": 1000}');
    expect(read([])).toMatchObject({ host: 'localhost', port: 4001, jsonLimitBytes: 1000 });
    expect(read([], { PORT: '4002', TRIBUTARY_HOST: '::1' })).toMatchObject({ host: '::1', port: 4002 });
    expect(read(['--port', '0', '--host', '127.0.0.1'], { PORT: '4002' })).toMatchObject({
      host: '127.0.0.1',
      port: 0,
    });
  });

  test('the data folder comes from the flag, the environment, or the system', () => {
    expect(readConfig([], { TRIBUTARY_DATA_DIR: folder.path }).dataDir).toBe(folder.path);
    expect(readConfig([], { XDG_DATA_HOME: folder.path }, 'linux').dataDir).toBe(join(folder.path, 'tributary'));
    expect(readConfig([], { APPDATA: folder.path }, 'win32').dataDir).toBe(join(folder.path, 'Tributary'));
  });

  test('--headless and --no-open open no browser', () => {
    expect(read(['--headless'])).toMatchObject({ isHeadless: true, shouldOpenBrowser: false });
    expect(read(['--no-open'])).toMatchObject({ isHeadless: false, shouldOpenBrowser: false });
  });

  test.each([
    [['--port', 'x'], /--port is x/],
    [['--port', '70000'], /--port is 70000/],
    [['--port', ''], /--port/],
    [['--what'], /options are --port/],
    [['--host', '0.0.0.0'], /--host 0\.0\.0\.0/],
  ])('%j is refused, with what to do', (args, message) => {
    expect(() => read(args)).toThrow(message);
  });

  test.each(['{', '{"port": "x"}', '{"prot": 1}'])('settings.json %s is refused', (text) => {
    writeFileSync(join(folder.path, 'settings.json'), text);
    expect(() => read([])).toThrow(/settings\.json/);
  });
});
