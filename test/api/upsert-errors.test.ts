import { describe, expect, test } from 'vitest';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makeDocx, makeEncryptedPdf, makePdf, makeZipBombDocx } from '../helpers/builders/office-fixtures.ts';
import { ANY_FILE, refusalChecks } from '../helpers/contracts/upsert-refusals.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const { expectError, expectRefused } = refusalChecks(suite);

function flowWith(
  loader: (typeof nodeDefinitions)[keyof typeof nodeDefinitions],
  extra: Parameters<typeof makeFlow>[0] = {},
): FlowDocument {
  return makeFlow({ basepath: suite.fake.basepath, loader, records: { cleanup: 'incremental' }, ...extra });
}

describe('files that can not be loaded', () => {
  test('a wrong type for the loader is 415 and lists what is taken', async () => {
    const { pdfFile } = nodeDefinitions;
    const message = await expectRefused(flowWith(pdfFile), [{ name: 'notes.txt', content: 'text' }], {
      status: 415,
      code: 'UNSUPPORTED_FILE_TYPE',
      nodeId: 'pdfFile_0',
    });
    expect(message).toContain('notes.txt');
    expect(message).toContain('.pdf');
  });

  test('a .pdf that is none is 415', async () => {
    await expectRefused(flowWith(nodeDefinitions.pdfFile), [{ name: 'fake.pdf', content: 'just text' }], {
      status: 415,
      code: 'UNSUPPORTED_FILE_TYPE',
      nodeId: 'pdfFile_0',
    });
  });

  test('a corrupt PDF is 400, names the file and the node', async () => {
    const whole = await makePdf(['Some text that is lost.']);
    const message = await expectRefused(
      flowWith(nodeDefinitions.pdfFile),
      [{ name: 'broken.pdf', content: whole.subarray(0, Math.floor(whole.length / 3)) }],
      { status: 400, code: 'FILE_CORRUPT', nodeId: 'pdfFile_0' },
    );
    expect(message).toContain('broken.pdf');
  });

  test('an empty file is 400', async () => {
    await expectRefused(flowWith(nodeDefinitions.textFile), [{ name: 'empty.txt', content: '' }], {
      status: 400,
      code: 'FILE_EMPTY',
      nodeId: 'textFile_0',
    });
  });

  test('all that can be seen to be bad are named at once, before there is a run', async () => {
    const { id } = await suite.api.createFlow(flowWith(nodeDefinitions.fileLoader), ANY_FILE);
    const answer = await suite.api.upload(id, [
      { name: 'good.txt', content: 'Bees sleep in winter.' },
      { name: 'rules/empty.txt', content: '' },
      { name: 'locked.pdf', content: makeEncryptedPdf() },
      { name: 'good.pdf', content: await makePdf(['Moss likes shade.']) },
      { name: 'letter.docx', content: 'just text' },
    ]);
    expectError(answer, 400, 'FILE_EMPTY', 'fileLoader_0');
    expect(answer.body).toMatchObject({
      message: expect.stringContaining('3 of 5 files'),
      details: {
        files: [
          { name: 'rules/empty.txt', code: 'FILE_EMPTY', message: expect.stringContaining('rules/empty.txt') },
          { name: 'locked.pdf', code: 'FILE_ENCRYPTED', message: expect.stringContaining('password') },
          { name: 'letter.docx', code: 'UNSUPPORTED_FILE_TYPE', message: expect.stringContaining('Word document') },
        ],
      },
    });
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
  });

  test('all files of a type that no loader takes are named at once', async () => {
    const { id } = await suite.api.createFlow(flowWith(nodeDefinitions.pdfFile), ANY_FILE);
    const answer = await suite.api.upload(id, [
      { name: 'a.txt', content: 'A' },
      { name: 'b.csv', content: 'B' },
    ]);
    expectError(answer, 415, 'UNSUPPORTED_FILE_TYPE', 'pdfFile_0');
    expect(answer.body).toMatchObject({ details: { files: [{ name: 'a.txt' }, { name: 'b.csv' }] } });
  });

  test('a zip bomb docx is 413', async () => {
    await expectRefused(flowWith(nodeDefinitions.docxFile), [{ name: 'bomb.docx', content: await makeZipBombDocx() }], {
      status: 413,
      code: 'ARCHIVE_TOO_LARGE',
      nodeId: 'docxFile_0',
    });
  });

  test('uploads that are not switched on are 400; the upsert button works all the same', async () => {
    const { id } = await suite.api.createFlow(flowWith(nodeDefinitions.textFile), makeApiConfig({}));
    const file = { name: 'a.txt', content: 'Words.' };
    expectError(await suite.api.upload(id, [file]), 400, 'FILE_UPLOADS_OFF', 'textFile_0');
    expect(await suite.api.upload(id, [file], {}, { 'x-request-from': 'internal' })).toMatchObject({
      status: 200,
      body: { numAdded: 1 },
    });
  });

  test.each(['files', 'txtFile'])('uploads may be switched on under the name %s', async (name) => {
    const { id } = await suite.api.createFlow(
      flowWith(nodeDefinitions.textFile),
      makeApiConfig({ 'Text File': [name] }),
    );
    expect(await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }])).toMatchObject({
      status: 200,
      body: { numAdded: 1 },
    });
  });

  test('one file of each kind in one call reaches File Loader', async () => {
    const { id } = await suite.api.createFlow(flowWith(nodeDefinitions.fileLoader), ANY_FILE);
    const files = [
      { name: 'p.pdf', content: await makePdf(['The heron stands in the reeds.']) },
      { name: 'd.docx', content: await makeDocx(['The otter sleeps by day.']) },
      { name: 'c.csv', content: 'animal,place\nbadger,wood\n' },
      { name: 'Größe 📄.txt', content: 'The mole digs.' },
    ];
    await suite.api.upsert(id, files);
    for (const [query, source] of [
      ['heron', 'p.pdf'],
      ['otter', 'd.docx'],
      ['badger', 'c.csv'],
      ['mole', 'Größe 📄.txt'],
    ]) {
      const { docs } = await suite.api.query(id, { query, mode: 'keyword' });
      expect(docs[0]?.metadata.source).toBe(source);
    }
  });
});

describe('flows that can not run', () => {
  const text = [{ name: 'a.txt', content: 'Words.' }];

  test('an unknown chatflow is 404, without reading the body', async () => {
    expectError(await suite.api.upload('00000000-0000-4000-8000-000000000000', text), 404, 'CHATFLOW_NOT_FOUND');
  });

  test('no id is 404', async () => {
    expectError(await suite.api.json('POST', '/vector/upsert/', {}), 404, 'CHATFLOW_NOT_FOUND');
  });

  test('a flow without a vector store is 422', async () => {
    const flow = flowWith(nodeDefinitions.textFile);
    const { id } = await suite.api.createFlow(
      { ...flow, nodes: flow.nodes.filter((node) => node.id !== 'hnsw_0') },
      ANY_FILE,
    );
    expectError(await suite.api.upload(id, text), 422, 'NO_VECTOR_STORE');
  });

  test('a cycle is 422 and names a node on it', async () => {
    const flow = flowWith(nodeDefinitions.textFile);
    const [splitter, loader] = flow.nodes;
    if (splitter === undefined || loader === undefined) throw new Error('The flow has no nodes.');
    const back = { ...edge(splitter, loader, 'textSplitter'), source: loader.id, target: splitter.id };
    await expectRefused({ ...flow, edges: [...flow.edges, back] }, text, {
      status: 422,
      code: 'FLOW_HAS_CYCLE',
      nodeId: splitter.id,
    });
  });

  test('a missing embedding model is 422 and names the store', async () => {
    const flow = flowWith(nodeDefinitions.textFile);
    const edges = flow.edges.filter((edge) => edge.source !== 'openAIEmbeddings_0');
    await expectRefused({ ...flow, edges }, text, { status: 422, code: 'MISSING_INPUT', nodeId: 'hnsw_0' });
  });

  test('an unknown node on the way is 422 and named', async () => {
    const flow = flowWith(nodeDefinitions.textFile);
    const nodes = flow.nodes.map((node) =>
      node.id === 'textFile_0' ? { ...node, data: { ...node.data, name: 'notionDB' } } : node,
    );
    await expectRefused({ ...flow, nodes }, text, { status: 422, code: 'UNKNOWN_NODE', nodeId: 'textFile_0' });
  });

  test('a value that no node can take is 422 and names the node', async () => {
    await expectRefused(flowWith(nodeDefinitions.textFile, { splitter: { chunkSize: 'abc' } }), text, {
      status: 422,
      code: 'INVALID_PARAM',
      nodeId: 'recursiveCharacterTextSplitter_0',
    });
  });

  test('a call without files to a flow that keeps none is 422', async () => {
    const { id } = await suite.api.createFlow(flowWith(nodeDefinitions.textFile), ANY_FILE);
    expectError(await suite.api.json('POST', `/vector/upsert/${id}`, {}), 422, 'NO_FILES', 'textFile_0');
  });

  test('an enabled override of the wrong type is 400 and names node and key', async () => {
    const { id } = await suite.api.createFlow(
      flowWith(nodeDefinitions.textFile),
      makeApiConfig({ 'Text File': ['files'], 'Recursive Character Text Splitter': ['chunkSize'] }),
    );
    const answer = await suite.api.upload(id, text, { overrideConfig: '{"chunkSize":"many"}' });
    expectError(answer, 400, 'INVALID_OVERRIDE', 'recursiveCharacterTextSplitter_0');
    expect(answer.body).toHaveProperty('message', expect.stringContaining('chunkSize'));
  });

  test('overrideConfig that is no JSON is 400', async () => {
    const { id } = await suite.api.createFlow(flowWith(nodeDefinitions.textFile), ANY_FILE);
    expectError(await suite.api.upload(id, text, { overrideConfig: '{chunkSize' }), 400, 'INVALID_JSON');
  });
});
