import { toErrorData } from '../../../shared/errors/errors.ts';
import { linkToServer } from '../common/programs/server-link.ts';
import { type ChatCall, type FromAnswerProcess, toAnswerProcessSchema } from './answer-messages.ts';
import { askModel } from './ask-model.ts';
import { guardConnections } from './guard-connections.ts';

/** Child process of the server that asks chat models, and runs agents whose tools the server has: it waits for services, so any number of answers share its one thread. */

const server = linkToServer();
/** A call that is being answered. */
interface Running {
  readonly cancelling: AbortController;
  /** The tools that it waits for. */
  readonly tools: Map<number, (output: string) => void>;
}

const running = new Map<number, Running>();
const guarded = guardConnections();
let lastToolCall = 0;

async function answer(callId: number, call: ChatCall, { cancelling: { signal }, tools }: Running): Promise<void> {
  const say = (said: FromAnswerProcess['said']): void => {
    if (!signal.aborted) server.post({ callId, said } satisfies FromAnswerProcess);
  };
  try {
    await guarded;
    const sayText = (text: string): void => say({ type: 'text', text });
    if (call.agent === undefined) {
      say(await askModel(call, signal, sayText));
      return;
    }
    const callTool = (name: string, input: Readonly<Record<string, unknown>>) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      lastToolCall += 1;
      tools.set(lastToolCall, resolve);
      say({ type: 'tool', toolCallId: lastToolCall, name, input });
      return promise;
    };
    const { runAgent } = await import('./run-agent.ts');
    say(await runAgent(call, call.agent, signal, { say: sayText, callTool }));
  } catch (error) {
    say({ type: 'failed', error: toErrorData(error) });
  } finally {
    running.delete(callId);
  }
}

server.onMessage((data) => {
  const message = toAnswerProcessSchema.parse(data);
  if (message.type === 'cancel') {
    running.get(message.callId)?.cancelling.abort();
    return;
  }
  if (message.type === 'toolResult') {
    running.get(message.callId)?.tools.get(message.toolCallId)?.(message.output);
    return;
  }
  const call = { cancelling: new AbortController(), tools: new Map() };
  running.set(message.callId, call);
  void answer(message.callId, message.call, call);
});
server.onClose(() => process.exit());
