import { expect, test } from 'vitest';
import { commands } from '../../../electron/server/cli/commands.ts';
import { ErrorBodySchema } from '../../../shared/api/common.ts';
import { setUpCliSuite } from '../../helpers/servers/cli-suite.ts';
import { parseOutput } from '../../helpers/servers/run-cli.ts';

const suite = setUpCliSuite();

test.each([
  [['upsert', 'My documents', 'nowhere.txt'], 'NO_FILES'],
  [['runs', 'show', 'nowhere'], 'RUN_NOT_FOUND'],
])('%j ends with code 1, a sentence and %s', async (args, code) => {
  const result = await suite.cli(...args, '--json');
  expect(result.code, result.stderr).toBe(1);
  expect(result.stderr).toMatch(/^[^\n]+: [^\n]+\.\n$/);
  expect(parseOutput(result, ErrorBodySchema)).toMatchObject({ code });
});

test.each([
  [['upsert', 'nowhere'], 'CHATFLOW_NOT_FOUND'],
  [['query', 'nowhere', 'Who?'], 'NOT_FOUND'],
  [['flows', 'export', 'nowhere'], 'CHATFLOW_NOT_FOUND'],
  [['flows', 'import', 'nowhere.json'], 'NO_FILES'],
  [['runs', '--flow', 'nowhere'], 'CHATFLOW_NOT_FOUND'],
  [['runs', 'cancel', 'nowhere'], 'RUN_NOT_FOUND'],
  [['credentials', 'allow', 'nowhere', 'api.example.com'], 'CREDENTIAL_NOT_FOUND'],
])('%j is refused with a sentence and %s', async ([name = '', ...args], code) => {
  const command = await commands.get(name)?.load();
  const given = [...args, '--json', '--data-dir', suite.server.dataDir];
  await expect(command?.run(given, { env: {}, signal: new AbortController().signal })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^[^\n]+: [^\n]+\.$/),
  });
});
