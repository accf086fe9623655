import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../electron/server/config.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

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
    // As a variable that is not set gives it: never the folder in which it was called.
    expect(() => readConfig(['--data-dir', ''], {})).toThrow('--data-dir is empty');
    expect(readConfig([], { TRIBUTARY_DATA_DIR: '', XDG_DATA_HOME: folder.path }, 'linux').dataDir).toBe(
      join(folder.path, 'tributary'),
    );
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

  test.each([
    ['0.0.0.0', { requireApiKey: true, allowedHosts: ['archive.example:3000'] }],
    ['192.168.7.5', { requireApiKey: true, allowedHosts: ['192.168.7.5:3000'] }],
    ['archive.example', { requireApiKey: true, allowedHosts: ['archive.example'] }],
    ['localhost', {}],
  ])('--host %s is fine with %j', (host, settings) => {
    writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
    expect(read(['--host', host])).toMatchObject({ host, ...settings });
  });

  test.each([
    ['0.0.0.0', {}, /requireApiKey/],
    ['0.0.0.0', { requireApiKey: false, allowedHosts: ['archive.example:3000'] }, /requireApiKey/],
    ['0.0.0.0', { requireApiKey: true }, /allowedHosts/],
    ['192.168.7.5', { requireApiKey: true, allowedHosts: ['192.168.7.50:3000'] }, /allowedHosts/],
  ])('--host %s with %j is refused: strangers could call, or nobody', (host, settings, message) => {
    writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
    expect(() => read(['--host', host])).toThrow(message);
  });

  test('of the environment only listed names can be read, and no value is in what is logged', () => {
    writeFileSync(join(folder.path, 'settings.json'), '{"runtimeVariables": ["OPEN"]}');
    const config = read([], { OPEN: 'value one', SHUT: 'value two', TRIBUTARY_SECRET_KEY: 'value three' });
    expect(config.readEnvironment('OPEN')).toBe('value one');
    expect(config.readEnvironment('SHUT')).toBeUndefined();
    expect(config.readSecretKey()).toBe('value three');
    expect(JSON.stringify(config)).not.toMatch(/value/);
  });

  test.each(['{', '{"port": "x"}', '{"prot": 1}'])('settings.json %s is refused', (text) => {
    writeFileSync(join(folder.path, 'settings.json'), text);
    expect(() => read([])).toThrow(/settings\.json/);
  });

  test('a wrong value of settings.json is named in plain words', () => {
    writeFileSync(join(folder.path, 'settings.json'), '{"port": "x"}');
    expect(() => read([])).toThrow("settings.json of the data folder can't be used (port: must be a number)");
  });
});
