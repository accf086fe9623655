import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { NewApiKeySchema } from '../../../shared/api/apikeys.ts';
import { ErrorBodySchema } from '../../../shared/api/common.ts';
import { VectorQueryResultSchema } from '../../../shared/api/vector.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { setUpCliSuite } from '../../helpers/servers/cli-suite.ts';
import { CliUpsertSchema, callCli, parseOutput, runCli } from '../../helpers/servers/run-cli.ts';

const FlowListSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

const suite = setUpCliSuite();
const { cli, call, work } = suite;
const { write } = work;
let flowId: string;

beforeAll(async () => {
  flowId = (
    await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } }))
  ).id;
});

test('finds it by its data folder, or at its address', async () => {
  const byFolder = parseOutput(await call('flows', '--json'), FlowListSchema);
  expect(byFolder.map((flow) => flow.id)).toContain(flowId);
  expect(
    parseOutput(await callCli(['flows', 'list', '--json', '--url', `${suite.server.url}/`]), FlowListSchema),
  ).toEqual(byFolder);
});

test('upserts paths, folders and patterns; each file once; a second time all is skipped', async () => {
  write('one.txt', 'The first note.');
  write('notes/two.txt', 'The second note.');
  write('notes/picture.png', 'no text');
  write('deep/er/three.txt', 'The third note.');
  const paths = ['one.txt', 'notes', 'deep/**/*.txt'];
  const first = await cli('upsert', flowId, join(work.path, 'one.txt'), ...paths, '--json');
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).toContain('Sending 3 files');
  expect(first.stderr).toContain('Left out, since no loader of the flow takes them: picture.png');
  expect(first.stderr).toContain('Text File: done');
  const result = parseOutput(first, CliUpsertSchema);
  expect(result).toMatchObject({ numAdded: 3, numSkipped: 0 });
  expect(await suite.api.run(result.runId)).toMatchObject({ status: 'FINISHED' });
  const again = await call('upsert', flowId, ...paths.map((path) => join(work.path, path)), '--json');
  expect(parseOutput(again, CliUpsertSchema)).toMatchObject({ numAdded: 0, numSkipped: 3 });
});

test('tells the counts in a sentence without --json', async () => {
  const file = write('sentence.txt', 'A sentence of its own.');
  const { stdout } = await call('upsert', flowId, file);
  expect(stdout).toMatch(/^Added 1, updated 0, deleted 0, skipped 0 \(run [0-9a-f-]{36}\)\n$/);
});

test('--set reaches the node by its label or id; what has no effect is named', async () => {
  const flow = makeFlow({ basepath: suite.fake.basepath });
  const switches = {
    overrideConfig: {
      status: true,
      nodes: {
        'Text File': [
          { name: 'files', enabled: true },
          { name: 'metadata', enabled: true },
        ],
        'Recursive Character Text Splitter': [{ name: 'chunkSize', enabled: true }],
      },
    },
  };
  const { id } = await suite.api.createFlow(flow, JSON.stringify(switches));
  const file = write('long.txt', 'Words of a text. '.repeat(40));
  const result = await call(
    'upsert',
    id,
    file,
    '--json',
    '--set',
    'recursive character text splitter.chunkSize=250',
    '--set',
    'textFile_0.metadata={"year": 2026}',
    '--set',
    'Recursive Character Text Splitter.chunkOverlap=0',
  );
  expect(result.code, result.stderr).toBe(0);
  const answer = parseOutput(result, CliUpsertSchema);
  expect(answer.numAdded).toBeGreaterThan(2);
  expect(answer.ignoredOverrides).toEqual(['chunkOverlap']);
  expect(result.stderr).toContain('chunkOverlap had no effect');
  const query = await call(
    'query',
    id,
    'words',
    '--filter',
    'year=2026',
    '--filter',
    'source=long.txt',
    '--top-k',
    '2',
    '--json',
  );
  expect(parseOutput(query, VectorQueryResultSchema).docs).toHaveLength(2);
  const none = await call('query', id, 'words', '--filter', 'year="2026"', '--json');
  expect(parseOutput(none, VectorQueryResultSchema).docs).toEqual([]);
});

test('a node that the flow does not have is refused, naming those that it has', async () => {
  const file = write('one.txt', 'Words.');
  const { code, stderr } = await call('upsert', flowId, file, '--set', 'Splitter.chunkSize=1');
  expect(code).toBe(1);
  expect(stderr).toContain('Recursive Character Text Splitter (recursiveCharacterTextSplitter_0)');
});

test('a flow that shares its name with another is asked for by its id', async () => {
  await suite.api.createFlow(makeFlow());
  const { code, stderr } = await call('upsert', 'test flow');
  expect(code).toBe(1);
  expect(stderr).toContain('are called test flow: use an id');
});

test('a flow that is bound to a key wants it in the environment, and it is never told', async () => {
  const { id: apikeyid, apiKey } = NewApiKeySchema.parse(
    (await suite.api.json('POST', '/apikey', { keyName: 'CLI' })).body,
  );
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  expect((await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid })).status).toBe(200);
  const args = ['upsert', id, write('one.txt', 'Words.'), '--json', '--data-dir', suite.server.dataDir];
  const without = await runCli(args);
  expect(without.code).toBe(1);
  expect(parseOutput(without, ErrorBodySchema)).toMatchObject({ statusCode: 401, code: 'UNAUTHORIZED' });
  expect(without.stderr).toContain('TRIBUTARY_API_KEY');
  const env = { TRIBUTARY_API_KEY: apiKey };
  const right = await callCli(args, { env });
  expect(parseOutput(right, CliUpsertSchema)).toMatchObject({ numAdded: 1 });
  const wrong = await runCli(args, { env: { TRIBUTARY_API_KEY: `${apiKey}x` } });
  expect(wrong.code).toBe(1);
  for (const { stdout, stderr } of [without, right, wrong]) expect(stdout + stderr).not.toContain(apiKey);
});
