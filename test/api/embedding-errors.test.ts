import { expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { refusalChecks } from '../helpers/contracts/upsert-refusals.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const { expectError, expectRefused } = refusalChecks(suite);

test('another dimension than the collection has is 409 and changes nothing', async () => {
  const small = await startFakeOpenAI({ dimensions: 8 });
  try {
    const store = { collection: 'shared-dimension' };
    const first = await suite.api.createFlow(
      makeFlow({ basepath: suite.fake.basepath, store, records: { cleanup: 'full' } }),
    );
    await suite.api.upsert(first.id, [{ name: 'a.txt', content: 'The first words.' }]);
    const second = await suite.api.createFlow(
      makeFlow({ basepath: small.basepath, store, records: { cleanup: 'full' } }),
    );
    const answer = await suite.api.upload(second.id, [{ name: 'b.txt', content: 'The second words.' }]);
    expectError(answer, 409, 'EMBEDDING_MISMATCH');
    const { docs } = await suite.api.query(first.id, { query: 'words', topK: 10 });
    expect(docs.map((doc) => doc.pageContent)).toEqual(['The first words.']);
  } finally {
    await small.close();
  }
});

test('a server that serves another model under the same name is 409', async () => {
  let dimensions = 8;
  const changing = await startFakeOpenAI({
    reply: ({ texts }) => ({
      status: 200,
      body: {
        data: texts.map((_text, index) => ({ index, embedding: Array.from({ length: dimensions }, () => 0.5) })),
      },
    }),
  });
  try {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: changing.basepath, records: { cleanup: 'none' } }));
    await suite.api.upsert(id, [{ name: 'a.txt', content: 'Eight dimensions.' }]);
    dimensions = 16;
    expectError(
      await suite.api.upload(id, [{ name: 'b.txt', content: 'Sixteen dimensions.' }]),
      409,
      'EMBEDDING_MISMATCH',
    );
  } finally {
    await changing.close();
  }
});

test('a server that refuses is 502 and names the node', async () => {
  const refusing = await startFakeOpenAI({ reply: () => ({ status: 401, body: { error: { message: 'no key' } } }) });
  try {
    await expectRefused(makeFlow({ basepath: refusing.basepath }), [{ name: 'a.txt', content: 'Words.' }], {
      status: 502,
      code: 'SERVICE_FAILED',
      nodeId: 'openAIEmbeddings_0',
    });
  } finally {
    await refusing.close();
  }
});
