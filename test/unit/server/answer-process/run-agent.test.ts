import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnswerProcess,
  createAnswerProcess,
} from '../../../../electron/server/answer-process/create-answer-process.ts';
import type { AgentOptions, ChatTool } from '../../../../electron/server/core/chat-model.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { chatSources } from '../../../helpers/builders/chat-sources.ts';
import {
  type ChatReply,
  type ChatServiceCall,
  type FakeChatServices,
  startFakeChatServices,
} from '../../../helpers/fakes/fake-chat-services.ts';

const QUESTION = { role: 'user', content: 'What is 2 + 3, and 4 + 5?' } as const;

let services: FakeChatServices;
let answers: AnswerProcess;
let reply: (call: ChatServiceCall) => ChatReply;
let inputs: Readonly<Record<string, unknown>>[];

beforeEach(async () => {
  inputs = [];
  services = await startFakeChatServices((call) => reply(call));
  answers = createAnswerProcess();
});
afterEach(async () => {
  await answers.close();
  await services.close();
});

const add: ChatTool = {
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  async call(input) {
    inputs.push(input);
    return String(Number(input.a) + Number(input.b));
  },
};

const addCall = (a: number, b: number) => ({ name: 'add', input: { a, b } });

async function run(service: string, options: Partial<AgentOptions> = {}): Promise<string> {
  const source = chatSources(services.origin).find((one) => one.service === service);
  if (source === undefined) throw new Error(service);
  const pieces = answers
    .openChatModel(source)
    .runAgent([QUESTION], { signal: new AbortController().signal, tools: [add], maxIterations: 15, ...options });
  let text = '';
  for await (const piece of pieces) if (piece.type === 'text') text += piece.text;
  return text;
}

/** One tool after the other, and then the answer. */
function stepByStep({ number }: ChatServiceCall): ChatReply {
  if (number === 1) return { tokens: [], tools: [addCall(2, 3)] };
  if (number === 2) return { tokens: [], tools: [addCall(4, 5)] };
  return { tokens: ['5 and ', '9.'] };
}

describe.each(chatSources('').map(({ service }) => service))('%s', (service) => {
  it('calls tools one after the other, though each answer and each call has the same id', async () => {
    reply = stepByStep;
    expect(await run(service)).toBe('5 and 9.');
    expect(inputs).toEqual([
      { a: 2, b: 3 },
      { a: 4, b: 5 },
    ]);
    expect(services.calls).toHaveLength(3);
    const last = JSON.stringify(services.calls[2]?.body);
    // The model sees both of its calls, and what each gave.
    expect(last.match(/"name":"add"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(last).toMatch(/\b5\b[\s\S]*\b9\b/);
  });
});

describe('an agent', () => {
  it('is asked at most so many times, and then says so', async () => {
    reply = () => ({ tokens: [], tools: [addCall(1, 1)] });
    await expect(run('openai', { maxIterations: 3 })).rejects.toMatchObject({ code: 'AGENT_TOO_LONG', status: 422 });
    expect(services.calls).toHaveLength(3);
  });

  it('calls several tools of one answer', async () => {
    reply = ({ number }) =>
      number === 1 ? { tokens: ['Let me see. '], tools: [addCall(2, 3), addCall(4, 5)] } : { tokens: ['5 and 9.'] };
    expect(await run('openai')).toBe('Let me see. 5 and 9.');
    expect(inputs).toHaveLength(2);
  });

  it('is told which tools there are when it calls another, and what is wrong with an input', async () => {
    reply = ({ number }) => {
      if (number === 1) return { tokens: [], tools: [{ name: 'transfer', input: { to: 'me' } }] };
      if (number === 2) return { tokens: [], tools: [{ name: 'add', input: { a: 'two' } }] };
      return { tokens: ['I can only add.'] };
    };
    expect(await run('openai')).toBe('I can only add.');
    expect(inputs).toEqual([]);
    expect(JSON.stringify(services.calls[1]?.body)).toContain('transfer is not a valid tool');
  });

  it('ends with what a tool throws', async () => {
    reply = stepByStep;
    const failing: ChatTool = {
      ...add,
      call: () => Promise.reject(new UserError('INVALID_PARAM', 'The tool can not be used.')),
    };
    await expect(run('ollama', { tools: [failing] })).rejects.toThrow('The tool can not be used.');
  });

  it('is stopped with its tools', async () => {
    reply = stepByStep;
    const stopping = new AbortController();
    let heard: AbortSignal | undefined;
    const waiting: ChatTool = {
      ...add,
      call(_input, signal) {
        heard = signal;
        stopping.abort(new Error('Stopped'));
        return new Promise(() => undefined);
      },
    };
    await expect(run('openai', { tools: [waiting], signal: stopping.signal })).rejects.toThrow('Stopped');
    expect(heard?.aborted).toBe(true);
    expect(services.calls).toHaveLength(1);
  });

  it('asks again where the service was busy', async () => {
    reply = (call) =>
      call.number === 2 ? { status: 503, body: {} } : stepByStep({ ...call, number: Math.ceil(call.number / 1.5) });
    expect(await run('ollama')).toBe('5 and 9.');
    expect(inputs).toHaveLength(2);
  });
});
