import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { flowiseFile } from '../helpers/builders/flowise-files.ts';
import { makeFlow, node } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: RunningServer;
let api: ApiClient;

async function start(): Promise<void> {
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path], {});
  server = await startServer({ ...config, logLevel: 'error' });
  api = createApiClient(server.url);
}

beforeEach(async () => {
  folder = makeTemporaryFolder();
  await start();
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

async function create(flowData: string): Promise<string> {
  const answer = await api.json('POST', '/chatflows', { name: 'Saved', flowData });
  expect(answer.status).toBe(200);
  return ChatflowSchema.parse(answer.body).id;
}

const readFlowData = async (id: string) => ChatflowSchema.parse((await api.get(`/chatflows/${id}`)).body).flowData;

function fresh(): FlowDocument {
  const flow = makeFlow({ basepath: 'http://127.0.0.1:9/v1', records: {} });
  return { ...flow, nodes: [...flow.nodes, node(nodeDefinitions.postgres), node(nodeDefinitions.plainText)] };
}

/** The same flow as versions without this rule saved it: one output without a choice, and secrets as empty texts. */
function asSavedBefore(flow: FlowDocument): FlowDocument {
  const nodes = flow.nodes.map((each) => {
    const data = z.looseObject({ outputAnchors: z.array(z.looseObject({})) }).parse(each.data);
    const params = z.array(z.looseObject({ name: z.string(), type: z.string() })).parse(each.data.inputParams);
    const secrets = params.filter(({ type }) => type === 'password').map(({ name }) => [name, '']);
    const inputs = { ...each.data.inputs, ...Object.fromEntries(secrets) };
    const isLoader = each.data.category === 'Document Loaders';
    const options = z.array(z.looseObject({})).optional().parse(data.outputAnchors[0]?.options);
    const outputs = isLoader ? { outputAnchors: options?.slice(0, 1), outputs: {} } : {};
    return { ...each, data: { ...each.data, inputs, ...outputs } };
  });
  return { ...flow, nodes };
}

describe('a flow, as Flowise needs it to run it', () => {
  test('says that its loaders give documents, and offers text beside it', async () => {
    const flowData = await readFlowData(await create(JSON.stringify(fresh())));
    const { nodes } = z.object({ nodes: z.array(z.looseObject({ id: z.string() })) }).parse(JSON.parse(flowData));
    for (const id of ['textFile_0', 'plainText_0']) {
      expect(nodes.find((each) => each.id === id)).toMatchObject({
        data: {
          outputs: { output: 'document' },
          outputAnchors: [
            {
              name: 'output',
              type: 'options',
              default: 'document',
              options: [
                { id: `${id}-output-document-Document|json`, name: 'document', type: 'Document | json' },
                { id: `${id}-output-text-string|json`, name: 'text', type: 'string | json' },
              ],
            },
          ],
        },
      });
    }
  });

  test('holds no empty secret, which would count before the credential', async () => {
    const flowData = await readFlowData(await create(JSON.stringify(asSavedBefore(fresh()))));
    const { nodes } = z
      .object({ nodes: z.array(z.object({ data: z.object({ inputs: z.looseObject({}) }) })) })
      .parse(JSON.parse(flowData));
    const names = nodes.flatMap(({ data }) => Object.keys(data.inputs));
    expect(names).toContain('tableName');
    for (const secret of ['openAIApiKey', 'user', 'password']) expect(names).not.toContain(secret);
  });

  test('is brought to this form at the start, if an earlier version saved it; what Flowise saved stays to the letter', async () => {
    const ours = await create(JSON.stringify(fresh()));
    const foreign = z.object({ flowData: z.string() }).parse(JSON.parse(flowiseFile('flowise-2-chatflow.json')));
    const theirs = await create(foreign.flowData);
    await server.close();
    const db = new Database(join(folder.path, 'tributary.db'));
    db.prepare('UPDATE chatflow SET flow_data = ? WHERE id = ?').run(JSON.stringify(asSavedBefore(fresh())), ours);
    db.prepare("DELETE FROM setting WHERE key = 'flowsMended'").run();
    db.close();
    await start();
    expect(JSON.parse(await readFlowData(ours))).toEqual(fresh());
    expect(await readFlowData(theirs)).toBe(foreign.flowData);
  });
});
