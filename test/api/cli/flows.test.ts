import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { setUpCliSuite } from '../../helpers/servers/cli-suite.ts';
import { parseOutput } from '../../helpers/servers/run-cli.ts';

const FlowListSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

const suite = setUpCliSuite();
const { cli, work } = suite;
const { write } = work;

test('exports a flow without its secrets, and imports it again', async () => {
  const flow = makeFlow({ basepath: suite.fake.basepath, embedding: { openAIApiKey: 'sk-very-secret' } });
  const { id } = await suite.api.createFlow(flow);
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
  expect(imported).toMatchObject({ name: expect.stringMatching(/^Test flow \d+$/), unknownNodes: [] });
  const lists = await cli('flows', '--json');
  expect(lists.stdout).toContain(imported?.id);
  expect(lists.stdout).not.toContain('sk-very-secret');
});

test('an import changes no flow: where one of that name is there, a number follows and is told', async () => {
  const file = write('twice.json', JSON.stringify({ name: 'Twice', ...makeFlow() }));
  const [before] = parseOutput(await cli('flows', 'import', file, '--json'), FlowListSchema);
  const { code, stdout, stderr } = await cli('flows', 'import', file, file);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: [2, 3].map((n) => `There is a flow Twice already: the imported one is called Twice ${n}\n`).join(''),
  });
  expect(stdout).toMatch(/^Imported Twice 2 \(.+\)\nImported Twice 3 \(.+\)\n$/);
  expect((await suite.api.get(`/chatflows/${before?.id}`)).body).toMatchObject({ updatedDate: before?.updatedDate });
});

test('names on export the nodes that Flowise does not have', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ records: {} }));
  const { code, stdout, stderr } = await cli('flows', 'export', id, join(work.path, 'named.json'), '--json');
  expect(code).toBe(0);
  expect(stderr).toContain(
    'Flowise does not have On-device embedding (transformersEmbeddings), Local vector store (HNSW) (hnsw): replace them there',
  );
  expect(JSON.parse(stdout)).toMatchObject({ missingInFlowise: [expect.anything(), expect.anything()] });
});

test('imports what Flowise exports; nodes that we do not have are kept and named', async () => {
  const known = makeFlow();
  const chain = {
    id: 'sqlDatabaseChain_0',
    position: { x: 0, y: 0 },
    type: 'customNode',
    data: { name: 'sqlDatabaseChain', label: 'Sql Database Chain', inputs: { memory: 'x' } },
  };
  const file = write('Garden Chatflow.json', JSON.stringify({ nodes: [...known.nodes, chain], edges: known.edges }));
  const { code, stderr, stdout } = await cli('flows', 'import', file, '--json');
  expect(code).toBe(0);
  expect(stderr).toContain(
    'Garden has nodes that Tributary does not have; they are kept: Sql Database Chain (sqlDatabaseChain)',
  );
  const [flow] = FlowListSchema.parse(JSON.parse(stdout));
  expect(flow?.name).toBe('Garden');
  const saved = z.object({ flowData: z.string() }).parse((await suite.api.get(`/chatflows/${flow?.id}`)).body);
  expect(JSON.parse(saved.flowData).nodes).toContainEqual(chain);
  const wrong = write('wrong.json', '{"hello": 1}');
  expect(await cli('flows', 'import', wrong)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('wrong.json is not an exported flow'),
  });
});
