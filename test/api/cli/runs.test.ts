import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ErrorBodySchema } from '../../../shared/api/common.ts';
import { RunSchema } from '../../../shared/api/runs.ts';
import { UpsertAcceptedSchema, VectorQueryResultSchema } from '../../../shared/api/vector.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../../helpers/fakes/fake-openai.ts';
import { setUpCliSuite } from '../../helpers/servers/cli-suite.ts';
import { parseOutput, startCli } from '../../helpers/servers/run-cli.ts';

/** How long to look for what is about to happen, on a busy machine. */
const SOON = { timeout: 30_000 };

const suite = setUpCliSuite();
const { cli, call } = suite;
const { write } = suite.work;
let flowId: string;

beforeAll(async () => {
  flowId = (
    await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } }))
  ).id;
});

test('--async tells the run and leaves it to the server', async () => {
  const file = write('later.txt', 'For later.');
  const { runId } = parseOutput(await call('upsert', flowId, file, '--async', '--json'), UpsertAcceptedSchema);
  await expect.poll(async () => (await suite.api.run(runId)).status, SOON).toBe('FINISHED');
});

test("the server's refusal comes out as it is, and the code is 1", async () => {
  write('picture.png', 'no text');
  const wrongType = await cli('upsert', flowId, 'picture.png', '--json');
  expect(wrongType.code).toBe(1);
  expect(parseOutput(wrongType, ErrorBodySchema)).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_FILE_TYPE' });
  expect(wrongType.stderr).toContain('No loader of the flow takes picture.png');
  expect(parseOutput(await call('upsert', 'No such flow', '--json'), ErrorBodySchema)).toMatchObject({
    code: 'CHATFLOW_NOT_FOUND',
  });
  expect(
    parseOutput(await call('upsert', flowId, join(suite.work.path, 'missing*.txt'), '--json'), ErrorBodySchema),
  ).toMatchObject({
    code: 'NO_FILES',
  });
  expect(parseOutput(await call('query', 'No such flow', 'Why?', '--json'), ErrorBodySchema)).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a run that fails ends with code 1 and says which step and what to do', async () => {
  const { id } = await suite.api.createFlow(
    makeFlow({ basepath: 'http://127.0.0.1:9/v1', embedding: { timeout: 1000 } }),
  );
  const file = write('one.txt', 'Words.');
  const failed = await call('upsert', id, file, '--json');
  expect(failed.code).toBe(1);
  expect(parseOutput(failed, ErrorBodySchema)).toMatchObject({
    statusCode: 502,
    code: 'SERVICE_FAILED',
    nodeId: 'openAIEmbeddings_0',
  });
  expect(failed.stderr).toContain('OpenAI Embedding: failed');
});

test('Ctrl+C cancels the run and ends with 130', async () => {
  const held = await startFakeOpenAI({ reply: () => 'hang' });
  try {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: held.basepath, records: {} }));
    const file = write('one.txt', 'Words.');
    const { child, ended } = startCli(['upsert', id, file, '--json', '--data-dir', suite.server.dataDir]);
    await expect.poll(() => held.requests, SOON).toBe(1);
    child.kill('SIGINT');
    const result = await ended;
    expect(result.code).toBe(130);
    expect(parseOutput(result, ErrorBodySchema)).toMatchObject({ code: 'RUN_CANCELLED' });
    const [run] = parseOutput(await call('runs', '--flow', id, '--json'), z.array(RunSchema));
    expect(run).toMatchObject({ status: 'CANCELLED' });
  } finally {
    await held.close();
  }
});

test('lists runs, shows one, and cancels one', async () => {
  const held = await startFakeOpenAI({ reply: () => 'hang' });
  try {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: held.basepath }));
    const file = write('one.txt', 'Words.');
    const { runId } = parseOutput(await call('upsert', id, file, '--async', '--json'), UpsertAcceptedSchema);
    await expect.poll(() => held.requests, SOON).toBe(1);
    expect((await call('runs', 'show', runId)).stdout).toMatch(/^Status {4}RUNNING$/m);
    expect(parseOutput(await call('runs', 'cancel', runId, '--json'), RunSchema)).toMatchObject({
      status: 'CANCELLED',
    });
    const again = await call('runs', 'cancel', runId, '--json');
    expect(again.code).toBe(1);
    expect(parseOutput(again, ErrorBodySchema)).toMatchObject({ code: 'RUN_FINISHED' });
    expect((await call('runs', '--limit', '1')).stdout).toMatch(new RegExp(`^${runId} .* CANCELLED `));
  } finally {
    await held.close();
  }
});

test('says of a run that it was undone, not what it did', async () => {
  const { runId } = await suite.api.upsert(flowId, [{ name: 'undone.txt', content: 'Undone soon.' }]);
  expect((await call('runs', 'show', runId)).stdout).toMatch(/^Result {4}added 1, /m);
  expect(await suite.api.json('POST', `/runs/${runId}/undo`, {})).toMatchObject({ status: 200 });
  expect((await call('runs', 'show', runId)).stdout).toMatch(/^Result {4}undone \d{4}-/m);
});

test("texts of documents can't steer the terminal", async () => {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  const file = write('evil.txt', 'Quiet words \u001b[2J\u001b]0;title\u0007 and more.');
  expect((await call('upsert', id, file)).code).toBe(0);
  const { stdout } = await call('query', id, 'quiet words');
  expect(stdout).toContain('Quiet words');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
});

test('lists document stores, and asks one', async () => {
  const made = await suite.api.json('POST', '/document-store/store', {
    name: 'Beekeeping',
    embeddingConfig: {
      name: 'openAIEmbeddings',
      config: { basepath: suite.fake.basepath, openAIApiKey: 'sk-store-secret' },
    },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  });
  expect(made.status).toBe(200);
  const { id } = z.object({ id: z.string() }).parse(made.body);
  const form = new FormData();
  form.append('files', new Blob(['Bees are looked after by Tomasz.']), 'bees.txt');
  form.append('loader', JSON.stringify({ name: 'textFile', config: {} }));
  expect(await suite.api.call('POST', `/document-store/upsert/${id}`, { body: form })).toMatchObject({ status: 200 });
  const list = await call('stores', '--json');
  const listed = parseOutput(list, z.array(z.looseObject({ id: z.string() })));
  expect(listed.filter((store) => store.id === id)).toMatchObject([{ name: 'Beekeeping', totalChunks: 1 }]);
  expect(list.stdout).not.toContain('sk-store-secret');
  expect((await call('stores')).stdout).toMatch(new RegExp(`^${id} +UPSERTED +1 chunk +Beekeeping$`, 'm'));
  const { docs } = parseOutput(
    await call('query', 'beekeeping', 'Who looks after bees?', '--json'),
    VectorQueryResultSchema,
  );
  expect(docs).toMatchObject([{ pageContent: 'Bees are looked after by Tomasz.' }]);
});

test('doctor looks at the folder beside the server, and leaves the indexes to it', async () => {
  const beside = await cli('doctor', '--json');
  expect(beside.code).toBe(0);
  expect(JSON.parse(beside.stdout)).toMatchObject({ ok: true, server: { pid: process.pid, url: suite.server.url } });
  const rebuild = await cli('doctor', '--rebuild-index');
  expect(rebuild).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`process ${process.pid} at ${suite.server.url}`),
  });
});
