import { expect, test } from 'vitest';
import { ErrorBodySchema } from '../../../shared/api/common.ts';
import { setUpCliSuite } from '../../helpers/servers/cli-suite.ts';
import { parseOutput } from '../../helpers/servers/run-cli.ts';

const suite = setUpCliSuite();

test.each([
  [['upsert', 'nowhere'], 'CHATFLOW_NOT_FOUND'],
  [['upsert', 'My documents', 'nowhere.txt'], 'NO_FILES'],
  [['query', 'nowhere', 'Who?'], 'NOT_FOUND'],
  [['flows', 'export', 'nowhere'], 'CHATFLOW_NOT_FOUND'],
  [['flows', 'import', 'nowhere.json'], 'NO_FILES'],
  [['runs', '--flow', 'nowhere'], 'CHATFLOW_NOT_FOUND'],
  [['runs', 'show', 'nowhere'], 'RUN_NOT_FOUND'],
  [['runs', 'cancel', 'nowhere'], 'RUN_NOT_FOUND'],
  [['credentials', 'allow', 'nowhere', 'api.example.com'], 'CREDENTIAL_NOT_FOUND'],
])('%j ends with code 1, a sentence and %s', async (args, code) => {
  const result = await suite.cli(...args, '--json');
  expect(result.code, result.stderr).toBe(1);
  expect(result.stderr).toMatch(/^[^\n]+: [^\n]+\.\n$/);
  expect(parseOutput(result, ErrorBodySchema)).toMatchObject({ code });
});
