import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ToolSchema } from '../../shared/api/tools.ts';
import { LOCAL_TOKEN_HEADER } from '../../shared/data-folder.ts';
import { makeAgentFlow } from '../helpers/builders/agent-flows.ts';
import { type ChatReply, type FakeChatServices, startFakeChatServices } from '../helpers/fakes/fake-chat-services.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';

const CODE = "return $place + ': ' + $days * 2 + ' owls';";
const TOOL = {
  name: 'Count owls',
  description: 'Counts the owls at a place.',
  schema: JSON.stringify([
    { id: 1, property: 'place', description: 'Where', type: 'string', required: true },
    { id: 2, property: 'days', description: 'How long', type: 'number', required: false },
  ]),
  func: CODE,
};

const suite = setUpApiSuite();
let services: FakeChatServices;
let left: ChatReply[] = [];
beforeAll(async () => {
  services = await startFakeChatServices(() => left.shift() ?? { tokens: ['Done.'] });
});
afterAll(() => services.close());

const app = () => ({ [LOCAL_TOKEN_HEADER]: localTokenOf(suite.server.dataDir) });
const create = async (fields: object = TOOL) => ToolSchema.parse((await suite.api.json('POST', '/tools', fields)).body);
const approve = (id: string, func: string, isApproved = true, headers: Record<string, string> = app()) =>
  suite.api.json('PUT', `/tools/${id}/approval`, { func, isApproved }, headers);

/** An agent whose model calls the tool, and then says that it is done. */
async function agentWith(toolId: string, inputs: object = {}) {
  const tools = { customTool: { selectedTool: toolId, ...inputs } };
  const { id } = await suite.api.createFlow(
    makeAgentFlow({ chat: services.origin, basepath: suite.fake.basepath, tools }),
  );
  return () => {
    left = [{ tokens: [], tools: [{ name: 'Count_owls', input: { place: 'The barn', days: 2 } }] }];
    return suite.api.json('POST', `/prediction/${id}`, { question: 'How many owls?' });
  };
}

describe('a custom tool', () => {
  test('is not run before a person has approved its very code, and not once it is changed', async () => {
    const tool = await create();
    const ask = await agentWith(tool.id);
    const before = services.calls.length;
    const refused = { status: 422, body: { code: 'TOOL_NOT_APPROVED', nodeId: 'customTool_0' } };
    expect(tool.isApproved).toBe(false);
    expect(await ask()).toMatchObject(refused);
    expect(services.calls.length).toBe(before);
    expect(await approve(tool.id, CODE)).toMatchObject({ status: 200, body: { isApproved: true } });
    const used = [{ tool: 'Count_owls', toolOutput: 'The barn: 4 owls' }];
    expect(await ask()).toMatchObject({ status: 200, body: { text: 'Done.', usedTools: used } });
    const changed = await suite.api.json('PUT', `/tools/${tool.id}`, { func: `${CODE} ` });
    expect(changed.body).toMatchObject({ isApproved: false });
    expect(await ask()).toMatchObject(refused);
    await suite.api.json('PUT', `/tools/${tool.id}`, { func: CODE });
    expect(await ask()).toMatchObject({ status: 200 });
    await approve(tool.id, CODE, false);
    expect(await ask()).toMatchObject(refused);
  });

  test('is approved by the app only, and as the person has read it', async () => {
    const tool = await create({ ...TOOL, func: 'return 1;' });
    const inPage = { origin: suite.server.url, 'sec-fetch-site': 'same-origin', 'x-request-from': 'internal' };
    for (const headers of [{}, inPage]) {
      expect(await approve(tool.id, 'return 1;', true, headers)).toMatchObject({
        status: 403,
        body: { code: 'APP_ONLY' },
      });
    }
    expect(await approve(tool.id, 'return 2;')).toMatchObject({ status: 412, body: { code: 'CHANGED_MEANWHILE' } });
    const created = await create({ ...TOOL, func: 'return 3;', isApproved: true });
    expect(created.isApproved).toBe(false);
    const { body } = await suite.api.get('/tools');
    expect(
      ToolSchema.array()
        .parse(body)
        .find(({ id }) => id === tool.id)?.isApproved,
    ).toBe(false);
  });

  test('that fails says so to its model, in the stored answer too', async () => {
    const tool = await create({ ...TOOL, func: 'throw new Error("No owls");' });
    await approve(tool.id, 'throw new Error("No owls");');
    const { status, body } = await (await agentWith(tool.id))();
    expect(status).toBe(200);
    expect(body).toMatchObject({ usedTools: [{ error: 'The tool failed: Error: No owls' }] });
    expect(JSON.stringify(services.calls.at(-1)?.body)).toContain('No owls');
  });

  test('reaches the local network only where its node allows it', async () => {
    const func = `return (await fetch('${services.origin}/ollama/api/tags')).text();`;
    const tool = await create({ ...TOOL, func });
    await approve(tool.id, func);
    expect(await (await agentWith(tool.id))()).toMatchObject({ body: { usedTools: [{ error: expect.any(String) }] } });
    const open = await (await agentWith(tool.id, { allowLocalNetwork: true }))();
    expect(open.body).toMatchObject({ usedTools: [{ toolOutput: '{"models":[]}' }] });
  });

  test('answers itself where it is told so', async () => {
    const tool = await create();
    await approve(tool.id, CODE);
    const { body } = await (await agentWith(tool.id, { returnDirect: true }))();
    expect(body).toMatchObject({ text: 'The barn: 4 owls' });
  });

  test('that is gone is an error with its node', async () => {
    const ask = await agentWith('00000000-0000-4000-8000-000000000000');
    expect(await ask()).toMatchObject({ status: 404, body: { code: 'TOOL_NOT_FOUND', nodeId: 'customTool_0' } });
  });
});
