import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { ServerSettingsSchema } from '../../shared/api/server-settings.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { callCli, parseOutput } from '../helpers/servers/run-cli.ts';

vi.mock('../../electron/server/common/people-here.ts', () => ({ peopleHere: () => ['anna', 'ben'] }));

const SENTENCE = /2 people can log in to this computer, and programs of each of them can call Tributary/;
const folder = makeTemporaryFolder();
const dataDir = join(folder.path, 'data');
let server: RunningServer;
let printed = '';

beforeAll(async () => {
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  const config = readConfig(['--headless', '--port', '0', '--data-dir', dataDir], {});
  server = await startServer({ ...config, logLevel: 'warn' });
  write.mockRestore();
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

test('a start that nobody has asked stays open, and says so in one line of the log, in doctor and in Settings', async () => {
  const logs = join(dataDir, 'logs');
  const logged = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
  expect(logged.filter((line) => SENTENCE.test(line))).toHaveLength(1);
  expect(printed).toMatch(SENTENCE);
  const doctor = await callCli(['doctor', '--json', '--data-dir', dataDir]);
  expect(parseOutput(doctor, z.object({ notes: z.array(z.string()) })).notes).toEqual([
    expect.stringMatching(SENTENCE),
  ]);
  const { body } = await createApiClient(server.url).get('/server-settings');
  expect(ServerSettingsSchema.parse(body).openness).toEqual({ people: 2 });
});
