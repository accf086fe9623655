import { expect, test } from 'vitest';
import { z } from 'zod';
import { PredictionAnswerSchema } from '../../../shared/api/predictions.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../../helpers/builders/flows.ts';
import { startFakeChatServices } from '../../helpers/fakes/fake-chat-services.ts';
import { setUpCliSuite } from '../../helpers/servers/cli-suite.ts';
import { parseOutput } from '../../helpers/servers/run-cli.ts';

const suite = setUpCliSuite();

async function filledFlow(): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(id, [{ name: 'bees.txt', content: 'The bees are looked after by Tomasz.' }]);
  return id;
}

test('ask prints the answer and its numbered sources', async () => {
  const answer = await suite.call('ask', await filledFlow(), 'Who looks after the bees?');
  expect(answer).toMatchObject({ code: 0, stderr: '' });
  expect(answer.stdout).toBe(
    'The bees are looked after by Tomasz. [1]\n\n[1] bees.txt (quoted): The bees are looked after by Tomasz.\n',
  );
});

test('ask keeps questions of a session together, and gives the whole as JSON', async () => {
  const id = await filledFlow();
  const asked = ['ask', id, 'Who looks after the bees?', '--session', 'garden', '--json'] as const;
  const answer = parseOutput(await suite.call(...asked), PredictionAnswerSchema.pick({ text: true, citations: true }));
  expect(answer).toMatchObject({ text: 'The bees are looked after by Tomasz. [1]', citations: [{ number: 1 }] });
  const { body } = await suite.api.get(`/chatmessage/${id}?sessionId=garden`);
  expect(z.array(z.object({ role: z.string() })).parse(body)).toMatchObject([
    { role: 'userMessage' },
    { role: 'apiMessage' },
  ]);
});

test('ask shows the nearest passages and what was searched, where the answer is not there', async () => {
  const { id, name } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  const files = [
    { name: 'bees.txt', content: 'The bees are looked after by Tomasz.' },
    { name: 'long.txt', content: `The bees of the garden\n${'hum and '.repeat(40)}hum.` },
  ];
  await suite.api.upsert(id, files);
  const { stdout, code } = await suite.call('ask', id, 'Wer füttert the bees mit Zucker?');
  expect(code).toBe(0);
  const [text, empty, searched, ...nearest] = stdout.trimEnd().split('\n');
  expect([text, empty, searched]).toEqual(['Das steht nicht in Ihren Dokumenten.', '', `${name}:`]);
  expect(nearest.toSorted()[0]).toBe('1. bees.txt: The bees are looked after by Tomasz.');
  expect(nearest.toSorted()[1]).toMatch(/^2\. long\.txt: The bees of the garden hum and .*…$/);
});

test('ask says where nothing is stored, and where nothing is asked', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  const { stdout } = await suite.call('ask', id, 'Who looks after the bees?');
  expect(stdout).toBe('Nothing is stored here yet: upsert documents first.\n');
  expect(await suite.call('ask', id, ' ')).toMatchObject({ code: 2 });
});

test('ask prints numbers of a text so that none is taken for that of a source', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(id, [{ name: 'bees.txt', content: 'The bees [2] are looked after by Tomasz.' }]);
  const { stdout } = await suite.call('ask', id, 'Who looks after the bees?');
  expect(stdout.split('\n')[0]).toBe('The bees ［2］ are looked after by Tomasz. [1]');
});

test('ask says what an answer lacks', async () => {
  expect(await suite.call('ask', 'My documents')).toMatchObject({ code: 2 });
  expect(await suite.call('ask', 'Nothing of the kind', 'Who?')).toMatchObject({ code: 1 });
});

test('ask prints what an output parser makes of an answer', async () => {
  const services = await startFakeChatServices(() => ({ tokens: ['red, green'] }));
  const { chatOllama, csvOutputParser, llmChain, promptTemplate } = nodeDefinitions;
  const parts = [
    [node(chatOllama, { baseUrl: `${services.origin}/ollama`, modelName: 'fake' }), 'model'],
    [node(promptTemplate, { template: '{question}' }), 'prompt'],
    [node(csvOutputParser), 'outputParser'],
  ] as const;
  const chain = node(llmChain);
  const { id } = await suite.api.createFlow({
    nodes: [...parts.map(([part]) => part), chain],
    edges: parts.map(([part, input]) => edge(part, chain, input)),
  });
  expect(await suite.call('ask', id, 'Which colours?')).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: '```json\n[\n  "red",\n  "green"\n]\n```\n',
  });
  await services.close();
});
