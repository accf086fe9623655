import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiClient, createApiClient } from '../../helpers/api-client.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../../helpers/fake-openai.ts';
import { makeFlow } from '../../helpers/flows.ts';
import { type CliResult, parseOutput, runCli } from '../../helpers/run-cli.ts';
import { makeTemporaryFolder } from '../../helpers/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';

const FlowListSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

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

let server: TestServer;
let api: ApiClient;
let fake: FakeOpenAI;

beforeAll(async () => {
  server = await startTestServer();
  api = createApiClient(server.url);
  fake = await startFakeOpenAI();
});

afterAll(async () => {
  await server.close();
  await fake.close();
});

function cli(...args: readonly string[]): Promise<CliResult> {
  return runCli([...args, '--data-dir', server.dataDir], { cwd: work.path });
}

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
  const [imported] = parseOutput(await cli('flows', 'import', file, '--json'), FlowListSchema);
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
