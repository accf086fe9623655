import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFlow } from '../../shared/flow/compile-flow.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { paramInfo } from '../../shared/nodes/params.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../shared/nodes/registry.ts';
import { makeEpub } from '../helpers/builders/book-fixtures.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import { makePdf } from '../helpers/builders/office-fixtures.ts';
import { makePptx, makeXlsx } from '../helpers/builders/sheet-fixtures.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import type { UploadedFile } from '../helpers/servers/api-client.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const folder = makeTemporaryFolder();
/** Refuses everything, so that a service that is asked fails at once, and not for the flow. */
let elsewhere: Awaited<ReturnType<typeof listenOnFreePort>>;
/** Where nothing answers. */
let closed: Awaited<ReturnType<typeof listenOnFreePort>>;

beforeAll(async () => {
  elsewhere = await listenOnFreePort(createServer((_request, response) => response.writeHead(418).end('{}')));
  closed = await listenOnFreePort(createServer());
  await closed.close();
  writeFileSync(`${folder.path}/Bees.md`, '# Bees\n\nBees sleep in winter.');
  new Database(`${folder.path}/shop.db`).exec('CREATE TABLE article (title TEXT)').close();
});
afterAll(async () => {
  await elsewhere.close();
  folder.remove();
});

type Inputs = Readonly<Record<string, unknown>>;

/** What people write into the fields of these names; all others are as they come. */
function goodValues(): Inputs {
  const { origin } = elsewhere;
  const { port } = new URL(closed.origin);
  return {
    allowLocalNetwork: true,
    respectRobots: false,
    url: origin,
    webPath: origin,
    repoLink: 'owner/name',
    githubBaseUrl: origin,
    githubInstanceApi: origin,
    bucketName: 'handbook',
    serverUrl: origin,
    folderPath: folder.path,
    notionFolder: folder.path,
    filePath: `${folder.path}/shop.db`,
    query: 'SELECT title FROM article',
    text: 'Bees sleep in winter.',
    pointerName: 'text',
    unstructuredAPIUrl: origin,
    basepath: origin,
    basePath: origin,
    endpoint: origin,
    baseUrl: origin,
    qdrantServerUrl: origin,
    qdrantCollection: 'handbook',
    chromaURL: origin,
    collectionName: 'handbook',
    host: '127.0.0.1',
    port: Number(port),
    database: 'shop',
    maxRetries: 0,
    timeout: 1000,
  };
}

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));

const pdf = await makePdf(['Bees sleep in winter.']);

/** A good file for a loader. */
function fileFor({ name }: NodeDefinition): UploadedFile {
  switch (name) {
    case 'pdfFile':
      return { name: 'a.pdf', content: pdf };
    case 'docxFile':
      return { name: 'a.docx', content: readFileSync(`${SAMPLES}spring-meeting.docx`) };
    case 'csvFile':
      return { name: 'a.csv', content: 'plot,owner\n1,Ada' };
    case 'jsonFile':
      return { name: 'a.json', content: '{"text": "Bees sleep."}' };
    case 'jsonlinesFile':
      return { name: 'a.jsonl', content: '{"text": "Bees sleep."}' };
    case 'microsoftExcel':
      return { name: 'a.xlsx', content: makeXlsx() };
    case 'microsoftPowerpoint':
      return { name: 'a.pptx', content: makePptx() };
    case 'epubFile':
      return { name: 'a.epub', content: makeEpub([{ path: 'one.xhtml', page: '<p>Bees sleep.</p>', title: 'One' }]) };
    default:
      return { name: 'a.txt', content: 'Bees sleep in winter.' };
  }
}

/** The smallest flow with a node of the definition on its way. */
function flowAround(definition: NodeDefinition, inputs: Inputs): FlowDocument {
  switch (definition.kind) {
    case 'documentloader':
      return makeFlow({ loader: definition, loaderInputs: inputs });
    case 'embedding':
      return makeFlow({ embeddingNode: definition, embedding: inputs });
    case 'vectorstore':
      return makeFlow({ storeNode: definition, store: inputs });
    case 'recordmanager':
      return makeFlow({ recordsNode: definition, records: inputs });
    case 'textsplitter': {
      const flow = makeFlow();
      const splitter = node(definition, inputs);
      const loader = flow.nodes.find(({ id }) => id === 'textFile_0');
      if (loader === undefined) throw new Error('the flow has a loader');
      const rest = flow.nodes.filter(({ id }) => id !== 'recursiveCharacterTextSplitter_0');
      const edges = flow.edges.filter(({ source }) => source !== 'recursiveCharacterTextSplitter_0');
      return { nodes: [...rest, splitter], edges: [...edges, edge(splitter, loader, 'textSplitter')] };
    }
    case 'chatmodel':
    case 'memory':
    case 'prompt':
    case 'outputparser':
    case 'moderation':
    case 'chain': {
      // Beside the upserting half, of which it is no part.
      const flow = makeFlow();
      return { nodes: [...flow.nodes, node(definition, inputs)], edges: flow.edges };
    }
    case 'retriever': {
      const flow = makeFlow();
      const retriever = node(definition, inputs);
      // Its inputs from what gives their types, the store behind which it stands among them.
      const edges = definition.inputs.flatMap(({ name, type }) => {
        const source = flow.nodes.find(({ data }) =>
          findNodeDefinition(data.name)?.outputs.some((output) => output.type === type),
        );
        return source === undefined ? [] : [edge(source, retriever, name)];
      });
      return { nodes: [...flow.nodes, retriever], edges: [...flow.edges, ...edges] };
    }
  }
}

/** What a flow fails with that ought not to: undefined if it is refused before it runs, or does not fail for what is drawn. */
async function surprise(definition: NodeDefinition, inputs: Inputs): Promise<string | undefined> {
  const flow = flowAround(definition, inputs);
  if (definition.kind === 'retriever') return surpriseOfQuestion(flow, inputs);
  if (checkFlow(flow).problems.length > 0) return undefined;
  const { id } = await suite.api.createFlow(flow);
  const takesFile = definition.kind !== 'documentloader' || definition.upload !== undefined;
  const answer = await suite.api.upload(
    id,
    takesFile ? [fileFor(definition)] : [],
    {},
    { 'x-request-from': 'internal' },
  );
  if (answer.status !== 400 && answer.status !== 422) return undefined;
  return `${JSON.stringify(inputs)}: ${answer.status} ${JSON.stringify(answer.body)}`;
}

/** The same of a flow that is asked. */
async function surpriseOfQuestion(flow: FlowDocument, inputs: Inputs): Promise<string | undefined> {
  if (checkFlow(flow, undefined, undefined, 'question').problems.length > 0) return undefined;
  const { id } = await suite.api.createFlow(flow);
  const answer = await suite.api.json('POST', `/vector/query/${id}`, { query: 'Who sleeps?' });
  if (answer.status === 200 || answer.status === 404) return undefined;
  return `${JSON.stringify(inputs)}: ${answer.status} ${JSON.stringify(answer.body)}`;
}

/** Names that are looked for in what is read: only the run can say whether they are there. */
const FOUND_IN_CONTENT = new Set([
  ...['sheetName', 'columnName', 'pointersName', 'pointerName', 'include', 'exclude', 'sourceIdKey'],
  ...['contentColumns', 'metadataColumns', 'idColumn'],
]);
/** The same in every loader: Plain Text stands for them all. */
const OF_EVERY_LOADER = new Set(['metadata', 'omitMetadataKeys']);

/** Without these a node may ask a service of the open internet, which no test does. */
const ADDRESSES = new Set([
  'basepath',
  'basePath',
  'endpoint',
  'baseUrl',
  'serverUrl',
  'githubBaseUrl',
  'githubInstanceApi',
]);

/** The values of a node as it comes, as people fill it in, and with one of the values changed for the worse. */
function valuesOf(definition: NodeDefinition): Inputs[] {
  const params = Object.entries(definition.params.shape).map(([name, schema]) => ({ name, info: paramInfo(schema) }));
  const good = goodValues();
  const known = params.flatMap(({ name, info }) => {
    if (info.kind === 'secret') return [[name, 'secret'] as const];
    return Object.hasOwn(good, name) ? [[name, good[name]] as const] : [];
  });
  const filled: Inputs = Object.fromEntries(known);
  const typed = params.filter(
    ({ name, info }) =>
      (['text', 'multiline', 'secret', 'json'].includes(info.kind) || info.freeText === true) &&
      (definition.name === 'plainText' || !OF_EVERY_LOADER.has(name)),
  );
  return [{}, filled, ...typed.flatMap(({ name }) => badValuesOf(name).map((value) => ({ ...filled, [name]: value })))];
}

function badValuesOf(name: string): readonly string[] {
  if (ADDRESSES.has(name)) return ['x'];
  return FOUND_IN_CONTENT.has(name) ? ['', ' '] : ['', ' ', 'x'];
}

/** The nodes, and each under its other names. */
const definitions = allNodeDefinitions.flatMap((node) => [
  node,
  ...(node.aliases ?? []).flatMap(({ name }) => findNodeDefinition(name) ?? []),
]);

describe('a flow in which everything is in place', () => {
  test.each(definitions)('is not refused when it runs, whatever $label has in its fields', async (definition) => {
    const surprises = await Promise.all(valuesOf(definition).map((inputs) => surprise(definition, inputs)));
    expect(surprises.filter((found) => found !== undefined)).toEqual([]);
  });
});
