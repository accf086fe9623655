import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ErrorBodySchema } from '../../shared/api/common.ts';
import { RunSchema } from '../../shared/api/runs.ts';
import { UpsertAcceptedSchema, UpsertResultSchema, VectorQueryResultSchema } from '../../shared/api/vector.ts';
import { type ApiClient, createApiClient } from '../helpers/api-client.ts';
import { makeEnglishText } from '../helpers/english-text.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fake-openai.ts';
import { makeFlow } from '../helpers/flows.ts';
import { listenOnFreePort } from '../helpers/listen-on-free-port.ts';
import { type CliResult, runCli, startCli } from '../helpers/run-cli.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

const COMMANDS = ['serve', 'upsert', 'query', 'flows', 'stores', 'runs', 'doctor'] as const;
const FlowListSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

/** How long to look for what is about to happen, on a busy machine. */
const SOON = { timeout: 30_000 };

function json<Schema extends z.ZodType>(result: CliResult, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(result.stdout));
}

let work: ReturnType<typeof makeTemporaryFolder>;

beforeEach(() => {
  work = makeTemporaryFolder();
});

afterEach(() => work.remove());

/** Writes a file into the folder of the test. */
function write(name: string, content: string): string {
  const path = join(work.path, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe('help and wrong usage', () => {
  test('the help names every command; each command has its own, with an example', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of COMMANDS) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
      const own = await runCli([command, '--help']);
      expect(own, command).toMatchObject({ code: 0, stderr: '' });
      expect(own.stdout).toMatch(/^Example:$/m);
    }
  });

  test.each([
    ['a command that there is not', ['dance']],
    ['an option that there is not', ['query', 'a', 'b', '--loud']],
    ['an option without its value', ['query', 'a', 'b', '--top-k']],
    ['a number that is none', ['query', 'a', 'b', '--top-k', 'many']],
    ['a mode that there is not', ['query', 'a', 'b', '--mode', 'magic']],
    ['a filter without a value', ['query', 'a', 'b', '--filter', 'source']],
    ['no flow', ['upsert']],
    ['a setting without a value', ['upsert', 'a', '--set', 'Loader.metadata']],
    ['an address that is none', ['flows', '--url', 'example']],
    ['a run without an id', ['runs', 'show']],
    ['an export without a flow', ['flows', 'export']],
    ['a remote doctor', ['doctor', '--url', 'http://127.0.0.1:3000']],
  ])('%s ends with code 2 and says where to look', async (_what, args) => {
    const { code, stdout, stderr } = await runCli([...args, '--json', '--data-dir', join(work.path, 'untouched')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/: see tributary (\w+ )?--help\.\n$/);
    expect(ErrorBodySchema.parse(JSON.parse(stdout))).toMatchObject({ code: 'INVALID_USAGE' });
    expect(existsSync(join(work.path, 'untouched'))).toBe(false);
  });
});

describe('with a running server', () => {
  let server: TestServer;
  let api: ApiClient;
  let fake: FakeOpenAI;
  let flowId: string;

  beforeAll(async () => {
    server = await startTestServer();
    api = createApiClient(server.url);
    fake = await startFakeOpenAI();
    flowId = (await api.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } }))).id;
  });

  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  function cli(...args: readonly string[]): Promise<CliResult> {
    return runCli([...args, '--data-dir', server.dataDir], { cwd: work.path });
  }

  test('finds it by its data folder, or at its address', async () => {
    const byFolder = json(await cli('flows', '--json'), FlowListSchema);
    expect(byFolder.map((flow) => flow.id)).toContain(flowId);
    expect(json(await runCli(['flows', 'list', '--json', '--url', `${server.url}/`]), FlowListSchema)).toEqual(
      byFolder,
    );
  });

  test('upserts paths, folders and patterns; each file once; a second time all is skipped', async () => {
    write('one.txt', 'The first note.');
    write('notes/two.txt', 'The second note.');
    write('notes/picture.png', 'no text');
    write('deep/er/three.txt', 'The third note.');
    const args = ['upsert', flowId, 'one.txt', join(work.path, 'one.txt'), 'notes', 'deep/**/*.txt', '--json'];
    const first = await cli(...args);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('Sending 3 files');
    expect(first.stderr).toContain('Left out, since no loader of the flow takes them: picture.png');
    expect(first.stderr).toContain('Text File: done');
    const result = json(first, UpsertResultSchema);
    expect(result).toMatchObject({ numAdded: 3, numSkipped: 0 });
    expect(await api.run(result.runId)).toMatchObject({ status: 'FINISHED' });
    expect(json(await cli(...args), UpsertResultSchema)).toMatchObject({ numAdded: 0, numSkipped: 3 });
  });

  test('tells the counts in a sentence without --json', async () => {
    write('sentence.txt', 'A sentence of its own.');
    const { stdout } = await cli('upsert', flowId, 'sentence.txt');
    expect(stdout).toMatch(/^Added 1, updated 0, deleted 0, skipped 0 \(run [0-9a-f-]{36}\)\n$/);
  });

  test('--set reaches the node by its label or id; what has no effect is named', async () => {
    const flow = makeFlow({ basepath: fake.basepath });
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
    const { id } = await api.createFlow(flow, JSON.stringify(switches));
    write('long.txt', 'Words of a text. '.repeat(40));
    const result = await cli(
      'upsert',
      id,
      'long.txt',
      '--json',
      '--set',
      'recursive character text splitter.chunkSize=250',
      '--set',
      'textFile_0.metadata={"year": 2026}',
      '--set',
      'Recursive Character Text Splitter.chunkOverlap=0',
    );
    expect(result.code, result.stderr).toBe(0);
    const answer = json(result, UpsertResultSchema);
    expect(answer.numAdded).toBeGreaterThan(2);
    expect(answer.ignoredOverrides).toEqual(['chunkOverlap']);
    expect(result.stderr).toContain('chunkOverlap had no effect');
    const query = await cli(
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
    expect(json(query, VectorQueryResultSchema).docs).toHaveLength(2);
    const none = await cli('query', id, 'words', '--filter', 'year="2026"', '--json');
    expect(json(none, VectorQueryResultSchema).docs).toEqual([]);
  });

  test('a node that the flow does not have is refused, naming those that it has', async () => {
    write('one.txt', 'Words.');
    const { code, stderr } = await cli('upsert', flowId, 'one.txt', '--set', 'Splitter.chunkSize=1');
    expect(code).toBe(1);
    expect(stderr).toContain('Recursive Character Text Splitter (recursiveCharacterTextSplitter_0)');
  });

  test('--async tells the run and leaves it to the server', async () => {
    write('later.txt', 'For later.');
    const { runId } = json(await cli('upsert', flowId, 'later.txt', '--async', '--json'), UpsertAcceptedSchema);
    await expect.poll(async () => (await api.run(runId)).status, SOON).toBe('FINISHED');
  });

  test("the server's refusal comes out as it is, and the code is 1", async () => {
    write('picture.png', 'no text');
    const wrongType = await cli('upsert', flowId, 'picture.png', '--json');
    expect(wrongType.code).toBe(1);
    expect(json(wrongType, ErrorBodySchema)).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_FILE_TYPE' });
    expect(wrongType.stderr).toContain('No loader of the flow takes picture.png');
    expect(json(await cli('upsert', 'No such flow', '--json'), ErrorBodySchema)).toMatchObject({
      code: 'CHATFLOW_NOT_FOUND',
    });
    expect(json(await cli('upsert', flowId, 'missing*.txt', '--json'), ErrorBodySchema)).toMatchObject({
      code: 'NO_FILES',
    });
    expect(json(await cli('query', 'No such flow', 'Why?', '--json'), ErrorBodySchema)).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('a run that fails ends with code 1 and says which step and what to do', async () => {
    const { id } = await api.createFlow(makeFlow({ basepath: 'http://127.0.0.1:9/v1', embedding: { timeout: 1000 } }));
    write('one.txt', 'Words.');
    const failed = await cli('upsert', id, 'one.txt', '--json');
    expect(failed.code).toBe(1);
    expect(json(failed, ErrorBodySchema)).toMatchObject({
      statusCode: 502,
      code: 'SERVICE_FAILED',
      nodeId: 'openAIEmbeddings_0',
    });
    expect(failed.stderr).toContain('OpenAI Embedding: failed');
  });

  test('a flow that shares its name with another is asked for by its id', async () => {
    await api.createFlow(makeFlow());
    const { code, stderr } = await cli('upsert', 'test flow');
    expect(code).toBe(1);
    expect(stderr).toContain('are called test flow: use an id');
  });

  test('Ctrl+C cancels the run and ends with 130', async () => {
    const held = await startFakeOpenAI({ reply: () => 'hang' });
    try {
      const { id } = await api.createFlow(makeFlow({ basepath: held.basepath, records: {} }));
      const file = write('one.txt', 'Words.');
      const { child, ended } = startCli(['upsert', id, file, '--json', '--data-dir', server.dataDir]);
      await expect.poll(() => held.requests, SOON).toBe(1);
      child.kill('SIGINT');
      const result = await ended;
      expect(result.code).toBe(130);
      expect(json(result, ErrorBodySchema)).toMatchObject({ code: 'RUN_CANCELLED' });
      const [run] = json(await cli('runs', '--flow', id, '--json'), z.array(RunSchema));
      expect(run).toMatchObject({ status: 'CANCELLED' });
    } finally {
      await held.close();
    }
  });

  test('lists runs, shows one, and cancels one', async () => {
    const held = await startFakeOpenAI({ reply: () => 'hang' });
    try {
      const { id } = await api.createFlow(makeFlow({ basepath: held.basepath }));
      const file = write('one.txt', 'Words.');
      const { runId } = json(await cli('upsert', id, file, '--async', '--json'), UpsertAcceptedSchema);
      await expect.poll(() => held.requests, SOON).toBe(1);
      expect((await cli('runs', 'show', runId)).stdout).toMatch(/^Status {4}RUNNING$/m);
      expect(json(await cli('runs', 'cancel', runId, '--json'), RunSchema)).toMatchObject({ status: 'CANCELLED' });
      const again = await cli('runs', 'cancel', runId, '--json');
      expect(again.code).toBe(1);
      expect(json(again, ErrorBodySchema)).toMatchObject({ code: 'RUN_FINISHED' });
      expect((await cli('runs', '--limit', '1')).stdout).toMatch(new RegExp(`^${runId} .* CANCELLED `));
    } finally {
      await held.close();
    }
  });

  test("texts of documents can't steer the terminal", async () => {
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    write('evil.txt', 'Quiet words \u001b[2J\u001b]0;title\u0007 and more.');
    expect((await cli('upsert', id, 'evil.txt')).code).toBe(0);
    const { stdout } = await cli('query', id, 'quiet words');
    expect(stdout).toContain('Quiet words');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  });

  test('exports a flow without its secrets, and imports it again', async () => {
    const flow = makeFlow({ basepath: fake.basepath, embedding: { openAIApiKey: 'sk-very-secret' } });
    const { id } = await api.createFlow(flow);
    const file = join(work.path, 'exported.json');
    expect((await cli('flows', 'export', id, file)).code).toBe(0);
    const exported = (await cli('flows', 'export', id)).stdout;
    expect(exported).toContain('recursiveCharacterTextSplitter_0');
    expect(exported).not.toContain('sk-very-secret');
    expect(await cli('flows', 'export', id, file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    });
    const [imported] = json(await cli('flows', 'import', file, '--json'), FlowListSchema);
    expect(imported).toMatchObject({ name: 'Test flow', unknownNodes: [] });
    const lists = await cli('flows', '--json');
    expect(lists.stdout).toContain(imported?.id);
    expect(lists.stdout).not.toContain('sk-very-secret');
  });

  test('imports what the peer exports; nodes that we do not have are kept and named', async () => {
    const known = makeFlow();
    const chain = {
      id: 'conversationChain_0',
      position: { x: 0, y: 0 },
      type: 'customNode',
      data: { name: 'conversationChain', label: 'Conversation Chain', inputs: { memory: 'x' } },
    };
    const file = write('Garden Chatflow.json', JSON.stringify({ nodes: [...known.nodes, chain], edges: known.edges }));
    const { code, stderr, stdout } = await cli('flows', 'import', file, '--json');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Garden has nodes that Tributary does not have; they are kept: Conversation Chain (conversationChain)',
    );
    const [flow] = FlowListSchema.parse(JSON.parse(stdout));
    expect(flow?.name).toBe('Garden');
    const saved = z.object({ flowData: z.string() }).parse((await api.get(`/chatflows/${flow?.id}`)).body);
    expect(JSON.parse(saved.flowData).nodes).toContainEqual(chain);
    const wrong = write('wrong.json', '{"hello": 1}');
    expect(await cli('flows', 'import', wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('wrong.json is not an exported flow'),
    });
  });

  test('lists document stores, and asks one', async () => {
    const made = await api.json('POST', '/document-store/store', {
      name: 'Handbook',
      embeddingConfig: {
        name: 'openAIEmbeddings',
        config: { basepath: fake.basepath, openAIApiKey: 'sk-store-secret' },
      },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    expect(made.status).toBe(200);
    const { id } = z.object({ id: z.string() }).parse(made.body);
    const form = new FormData();
    form.append('files', new Blob(['Bees are looked after by Tomasz.']), 'bees.txt');
    form.append('loader', JSON.stringify({ name: 'textFile', config: {} }));
    expect(await api.call('POST', `/document-store/upsert/${id}`, { body: form })).toMatchObject({ status: 200 });
    const list = await cli('stores', '--json');
    expect(json(list, z.array(z.looseObject({ id: z.string() })))).toMatchObject([
      { id, name: 'Handbook', totalChunks: 1 },
    ]);
    expect(list.stdout).not.toContain('sk-store-secret');
    expect((await cli('stores')).stdout).toMatch(new RegExp(`^${id} +UPSERTED +1 chunk +Handbook\n$`));
    const { docs } = json(await cli('query', 'handbook', 'Who looks after bees?', '--json'), VectorQueryResultSchema);
    expect(docs).toMatchObject([{ pageContent: 'Bees are looked after by Tomasz.' }]);
  });

  test('doctor looks at the folder beside the server, and leaves the indexes to it', async () => {
    const beside = await cli('doctor', '--json');
    expect(beside.code).toBe(0);
    expect(JSON.parse(beside.stdout)).toMatchObject({ ok: true, server: { pid: process.pid, url: server.url } });
    const rebuild = await cli('doctor', '--rebuild-index');
    expect(rebuild).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`process ${process.pid} at ${server.url}`),
    });
  });
});

describe('a server at an address', () => {
  test('that does not answer is named', async () => {
    const { code, stderr } = await runCli(['flows', '--url', 'http://127.0.0.1:9']);
    expect(code).toBe(1);
    expect(stderr).toBe('No answer from http://127.0.0.1:9: check that the server runs there, or leave --url out.\n');
  });

  test('that is no Tributary is recognised', async () => {
    const other = await listenOnFreePort(createServer((_request, response) => response.end('<html>')));
    try {
      const { code, stderr } = await runCli(['flows', '--url', other.origin]);
      expect(code).toBe(1);
      expect(stderr).toContain('check that a Tributary of this version runs there');
    } finally {
      await other.close();
    }
  });

  test('gets the key of the environment; where it redirects to does not', async () => {
    const seen: (string | undefined)[] = [];
    const target = await listenOnFreePort(
      createServer((request, response) => {
        seen.push(`target ${request.url}`);
        response.end('[]');
      }),
    );
    const first = await listenOnFreePort(
      createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(307, { location: `${target.origin}${request.url}` }).end();
      }),
    );
    try {
      const { code, stdout, stderr } = await runCli(['flows', '--json', '--url', first.origin], {
        env: { TRIBUTARY_API_KEY: 'secret-key' },
      });
      expect(code).toBe(1);
      expect(seen).toEqual(['Bearer secret-key']);
      expect(stdout + stderr).not.toContain('secret-key');
    } finally {
      await first.close();
      await target.close();
    }
  });
});

describe('without a running server', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;

  beforeEach(() => {
    folder = makeTemporaryFolder();
  });

  afterEach(() => folder.remove());

  function cli(...args: readonly string[]): Promise<CliResult> {
    return runCli([...args, '--data-dir', folder.path], { cwd: work.path });
  }

  test('one is started for the call, and is gone after it', async () => {
    write('bees.txt', 'The bees are looked after by Tomasz.');
    expect(json(await cli('upsert', 'My documents', 'bees.txt', '--json'), UpsertResultSchema)).toMatchObject({
      numAdded: 1,
    });
    expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
    const found = await cli('query', 'my documents', 'Who', 'looks', 'after', 'the', 'bees?');
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(found.stdout).toContain('1. bees.txt, chunk 1 (');
    expect(found.stdout).toContain('Tomasz');
  });

  test('calls at the same time share the server that one of them starts, and none is cut off', async () => {
    write('long.txt', makeEnglishText(100_000, 3));
    const calls = [
      cli('flows'),
      cli('upsert', 'My documents', 'long.txt'),
      cli('runs'),
      cli('upsert', 'My documents', 'long.txt'),
    ];
    for (const result of await Promise.all(calls)) expect(result.code, result.stderr).toBe(0);
    const [second, first] = json(await cli('runs', '--json'), z.array(RunSchema));
    expect([first?.status, second?.status]).toEqual(['FINISHED', 'FINISHED']);
    expect(second?.result).toMatchObject({ numAdded: 0, numSkipped: first?.result?.numAdded });
  });

  test('what a killed server left does not lead to another one at its address', async () => {
    const killed = await startServerProcess({ dataDir: folder.path });
    await killed.kill();
    const other = await startTestServer();
    try {
      writeFileSync(join(folder.path, 'server.json'), JSON.stringify({ pid: process.pid, url: other.url }));
      const [mine] = json(await cli('flows', '--json'), FlowListSchema);
      const [theirs] = json(await runCli(['flows', '--json', '--url', other.url]), FlowListSchema);
      expect(mine?.id).not.toBe(theirs?.id);
    } finally {
      await other.close();
    }
  });

  test('--async says that it needs one', async () => {
    write('one.txt', 'Words.');
    const { code, stderr } = await cli('upsert', 'My documents', 'one.txt', '--async');
    expect(code).toBe(2);
    expect(stderr).toContain('start one with tributary serve');
  });

  test('Ctrl+C cancels the run, stops the server, and ends with 130', async () => {
    const held = await startFakeOpenAI({ reply: () => 'hang' });
    try {
      const flow = write(
        'held.json',
        JSON.stringify({
          name: 'Held',
          ...makeFlow({ basepath: held.basepath }),
          apiConfig: JSON.stringify({
            overrideConfig: { status: true, nodes: { 'Text File': [{ name: 'files', enabled: true }] } },
          }),
        }),
      );
      expect((await cli('flows', 'import', flow)).code).toBe(0);
      const file = write('one.txt', 'Words.');
      const { child, ended } = startCli(['upsert', 'Held', file, '--data-dir', folder.path]);
      await expect.poll(() => held.requests, SOON).toBe(1);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('cancelled') });
      expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
      expect(json(await cli('runs', '--json'), z.array(RunSchema))).toMatchObject([{ status: 'CANCELLED' }]);
    } finally {
      await held.close();
    }
  });
});
