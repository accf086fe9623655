// @ts-check
// Fills a chatflow and a document store with a PDF, asks both, and cleans up. Needs Node.js 20 or later, and nothing else.
//   BASE_URL=http://127.0.0.1:3000 node examples/upsert.mjs
import { readFile } from 'node:fs/promises';

const api = `${process.env.BASE_URL ?? 'http://127.0.0.1:3000'}/api/v1`;
const pdf = new Blob([await readFile(new URL('../samples/garden-handbook.pdf', import.meta.url))]);
const question = 'Who looks after the bees?';

/**
 * @param {string} method
 * @param {string} path
 * @param {object | FormData} [body]
 * @returns {Promise<any>} the answer's body
 */
async function call(method, path, body) {
  const key = process.env.API_KEY;
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      // fetch writes the header of a form itself.
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** @param {Readonly<Record<string, object>>} fields */
function form(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, JSON.stringify(value));
  data.append('files', pdf, 'garden-handbook.pdf');
  return data;
}

/** @param {string} what @param {boolean} isRight @param {object} answer */
function expect(what, isRight, answer) {
  if (!isRight) throw new Error(`${what}: unexpected answer: ${JSON.stringify(answer).slice(0, 1000)}`);
  process.stdout.write(`${what}: ok\n`);
}

async function runChatflow() {
  const wanted = JSON.parse(await readFile(new URL('./handbook-flow.json', import.meta.url), 'utf8'));
  /** @type {{ id: string, name: string }[]} */
  const flows = await call('GET', '/chatflows');
  const flow = flows.find(({ name }) => name === wanted.name) ?? (await call('POST', '/chatflows', wanted));
  process.stdout.write(`Chatflow ${flow.id}\n`);

  const overrideConfig = { chunkSize: 400, chunkOverlap: 0, metadata: { team: 'garden' }, returnSourceDocuments: true };
  const added = await call('POST', `/vector/upsert/${flow.id}`, form({ overrideConfig }));
  expect('Upsert', added.numAdded > 0 && added.sourceDocuments.length === added.numAdded, added);
  const again = await call('POST', `/vector/upsert/${flow.id}`, form({ overrideConfig }));
  expect('The same again writes nothing', again.numAdded === 0 && again.numSkipped > 0, again);

  const asked = await call('POST', `/vector/query/${flow.id}`, { query: question, topK: 1 });
  const [passage] = asked.docs;
  expect('Query', passage.pageContent.includes('Tomasz Brandt') && passage.metadata.team === 'garden', asked);

  const deleted = await call('DELETE', `/chatflows/${flow.id}`);
  expect('Chatflow deleted', deleted.affected === 1, deleted);
}

async function runDocumentStore() {
  const store = await call('POST', '/document-store/store', {
    name: 'Handbook store',
    description: 'Made by an example',
    embeddingConfig: { name: 'transformersEmbeddings', config: {} },
    vectorStoreConfig: { name: 'hnsw', config: {} },
    recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
  });
  process.stdout.write(`Document store ${store.id}\n`);

  const fields = {
    loader: { name: 'fileLoader', config: {} },
    splitter: { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 400, chunkOverlap: 0 } },
    metadata: { team: 'garden' },
  };
  const added = await call('POST', `/document-store/upsert/${store.id}`, form(fields));
  expect('Store upsert', added.numAdded > 0 && typeof added.docId === 'string', added);

  const asked = await call('POST', '/document-store/vectorstore/query', {
    storeId: store.id,
    query: question,
    topK: 1,
  });
  expect('Store query', asked.docs[0].pageContent.includes('Tomasz Brandt'), asked);

  const page = await call('GET', `/document-store/chunks/${store.id}/all/1`);
  expect('Chunks', page.count > 0 && page.chunks.length === page.count, page);

  const deleted = await call('DELETE', `/document-store/store/${store.id}`);
  expect('Store deleted', deleted.deleted === 1, deleted);
}

await runChatflow();
await runDocumentStore();
