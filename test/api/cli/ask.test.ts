import { expect, test } from 'vitest';
import { z } from 'zod';
import { PredictionAnswerSchema } from '../../../shared/api/predictions.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
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

test('ask says what an answer lacks', async () => {
  expect(await suite.call('ask', 'My documents')).toMatchObject({ code: 2 });
  expect(await suite.call('ask', 'Nothing of the kind', 'Who?')).toMatchObject({ code: 1 });
});
