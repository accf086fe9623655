import { describe, expect, test } from 'vitest';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeApiConfig, makeFlow, node, withDisabled } from '../helpers/builders/flows.ts';
import { refusalChecks } from '../helpers/contracts/upsert-refusals.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const { expectError } = refusalChecks(suite);
const { csvFile, hnsw } = nodeDefinitions;
const SPLITTER = 'recursiveCharacterTextSplitter_0';
const SWITCHES = makeApiConfig({
  'Text File': ['files', 'metadata'],
  'CSV File': ['files', 'columnName'],
  'Recursive Character Text Splitter': ['chunkSize'],
});
/** Over 1,000 characters, which the splitter's chunks have at most. */
const LONG = 'The heron stands in the reeds and waits. '.repeat(60).trim();

/** A loader for texts and one for tables, with records. */
function twoLoaders(): FlowDocument {
  const flow = makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } });
  const csv = node(csvFile);
  return { nodes: [...flow.nodes, csv], edges: [...flow.edges, edge(csv, node(hnsw), 'document')] };
}

async function createWithout(...ids: readonly string[]): Promise<string> {
  return (await suite.api.createFlow(withDisabled(twoLoaders(), ...ids), SWITCHES)).id;
}

describe('an upsert of a flow with a disabled', () => {
  test('loader reads with the others, and says so of a file for it', async () => {
    const id = await createWithout('csvFile_0');
    expect(await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }])).toMatchObject({
      status: 200,
      body: { numAdded: 1 },
    });
    const refused = await suite.api.upload(id, [{ name: 'b.csv', content: 'animal\nbadger\n' }]);
    expectError(refused, 422, 'NODE_DISABLED', 'csvFile_0');
    expect(refused.body).toMatchObject({
      message: 'b.csv is for CSV File, which is disabled: enable it, or leave the file out.',
    });
  });

  test('splitter keeps the document whole', async () => {
    const whole = await createWithout(SPLITTER);
    await suite.api.upsert(whole, [{ name: 'a.txt', content: LONG }]);
    expect((await suite.api.query(whole, { query: 'heron' })).docs.map(({ pageContent }) => pageContent)).toEqual([
      LONG,
    ]);
    const split = await createWithout();
    expect((await suite.api.upsert(split, [{ name: 'a.txt', content: LONG }])).numAdded).toBeGreaterThan(1);
  });

  test('record manager stores everything again', async () => {
    const file = { name: 'a.txt', content: 'Words.' };
    const kept = await createWithout();
    await suite.api.upsert(kept, [file]);
    expect(await suite.api.upsert(kept, [file])).toMatchObject({ numAdded: 0, numSkipped: 1 });
    const forgetful = await createWithout('SQLiteRecordManager_0');
    await suite.api.upsert(forgetful, [file]);
    expect(await suite.api.upsert(forgetful, [file])).toMatchObject({ numAdded: 1 });
  });

  test.each(['openAIEmbeddings_0', 'hnsw_0'])('%s is refused, with the node', async (nodeId) => {
    const answer = await suite.api.upload(await createWithout(nodeId), [{ name: 'a.txt', content: 'Words.' }]);
    expectError(answer, 422, 'NODE_DISABLED', nodeId);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/is disabled, and .*: enable it\.$/) });
  });

  test('pair of all its loaders is refused', async () => {
    const id = await createWithout('textFile_0', 'csvFile_0');
    expectError(await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }]), 422, 'NODE_DISABLED', 'textFile_0');
  });
});

test('what was stored is found and listed while loaders and records are disabled', async () => {
  const { id } = await suite.api.createFlow(twoLoaders(), SWITCHES);
  await suite.api.upsert(id, [{ name: 'a.txt', content: 'The otter sleeps by day.' }]);
  const off = withDisabled(twoLoaders(), 'textFile_0', 'csvFile_0', 'SQLiteRecordManager_0');
  const saved = await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(off) });
  expect(saved.status).toBe(200);
  expect((await suite.api.query(id, { query: 'otter' })).docs).toHaveLength(1);
  expect(await suite.api.get(`/contents/${id}/sources`)).toMatchObject({ status: 200 });
});

describe('an override', () => {
  test('that only a disabled node would take is refused, with the node', async () => {
    const id = await createWithout(SPLITTER);
    const answer = await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }], { chunkSize: '100' });
    expectError(answer, 422, 'NODE_DISABLED', SPLITTER);
    expect(answer.body).toMatchObject({
      message:
        'overrideConfig.chunkSize is for Recursive Character Text Splitter, which is disabled: enable it, or leave the override out.',
      details: { param: 'chunkSize' },
    });
  });

  test('that names a disabled node is refused, one that another node takes is not', async () => {
    const { id } = await suite.api.createFlow(
      withDisabled(twoLoaders(), 'csvFile_0'),
      makeApiConfig({ textFile_0: ['files', 'metadata'], csvFile_0: ['metadata'] }),
    );
    const file = { name: 'a.txt', content: 'Words.' };
    const both = {
      overrideConfig: JSON.stringify({ metadata: { textFile_0: { team: 'a' }, csvFile_0: { team: 'b' } } }),
    };
    expectError(await suite.api.upload(id, [file], both), 422, 'NODE_DISABLED', 'csvFile_0');
    expect(await suite.api.upload(id, [file], { metadata: '{"team":"a"}' })).toMatchObject({ status: 200 });
  });
});
