import { toErrorData } from '../../../shared/errors/errors.ts';
import { linkToServer } from '../common/programs/server-link.ts';
import { type ChatCall, type FromAnswerProcess, toAnswerProcessSchema } from './answer-messages.ts';
import { askModel } from './ask-model.ts';
import { guardConnections } from './guard-connections.ts';

/** Child process of the server that asks chat models: it waits for services, so any number of answers share its one thread. */

const server = linkToServer();
const running = new Map<number, AbortController>();
const guarded = guardConnections();

async function answer(callId: number, call: ChatCall, signal: AbortSignal): Promise<void> {
  const say = (said: FromAnswerProcess['said']): void => {
    if (!signal.aborted) server.post({ callId, said } satisfies FromAnswerProcess);
  };
  try {
    await guarded;
    say(await askModel(call, signal, (text) => say({ type: 'text', text })));
  } catch (error) {
    say({ type: 'failed', error: toErrorData(error) });
  } finally {
    running.delete(callId);
  }
}

server.onMessage((data) => {
  const message = toAnswerProcessSchema.parse(data);
  if (message.type === 'cancel') {
    running.get(message.callId)?.abort();
    return;
  }
  const cancelling = new AbortController();
  running.set(message.callId, cancelling);
  void answer(message.callId, message.call, cancelling.signal);
});
server.onClose(() => process.exit());
