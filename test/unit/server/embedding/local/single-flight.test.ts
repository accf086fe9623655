import { describe, expect, it } from 'vitest';
import type { EmbeddingContext } from '../../../../../electron/server/core/embedding-model.ts';
import { createSingleFlight } from '../../../../../electron/server/embedding/local/single-flight.ts';

function caller(): { context: EmbeddingContext; controller: AbortController; messages: string[] } {
  const controller = new AbortController();
  const messages: string[] = [];
  const onProgress: EmbeddingContext['onProgress'] = ({ message }) => messages.push(message);
  return { context: { signal: controller.signal, onProgress }, controller, messages };
}

/** Work that lasts until it is let go or stopped. */
function openWork() {
  const gate = Promise.withResolvers<void>();
  const contexts: EmbeddingContext[] = [];
  const work = async (context: EmbeddingContext): Promise<void> => {
    contexts.push(context);
    context.signal.addEventListener('abort', () => gate.reject(context.signal.reason), { once: true });
    await gate.promise;
  };
  return { gate, contexts, work };
}

describe('shared work', () => {
  it('is done once for callers of the same key, and all hear of its progress', async () => {
    const shared = createSingleFlight();
    const { gate, contexts, work } = openWork();
    const [a, b, other] = [caller(), caller(), caller()];
    const waiting = [shared.run('key', a.context, work), shared.run('key', b.context, work)];
    expect(contexts).toHaveLength(1);
    contexts[0]?.onProgress({ message: 'half', fraction: 0.5 });
    expect([a.messages, b.messages, other.messages]).toEqual([['half'], ['half'], []]);
    gate.resolve();
    await Promise.all(waiting);
  });

  it('goes on when one of two leaves, and stops when both have', async () => {
    const shared = createSingleFlight();
    const { contexts, work } = openWork();
    const [a, b] = [caller(), caller()];
    const first = shared.run('key', a.context, work);
    const second = shared.run('key', b.context, work);
    a.controller.abort(new Error('a left'));
    await expect(first).rejects.toThrow('a left');
    expect(contexts[0]?.signal.aborted).toBe(false);
    b.controller.abort(new Error('b left'));
    await expect(second).rejects.toThrow('b left');
    expect(contexts[0]?.signal.aborted).toBe(true);
  });

  it('begins anew after work that was stopped has ended', async () => {
    const shared = createSingleFlight();
    const stopped = openWork();
    const a = caller();
    const first = shared.run('key', a.context, stopped.work);
    a.controller.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    const fresh = openWork();
    fresh.gate.resolve();
    await shared.run('key', caller().context, fresh.work);
    expect(fresh.contexts).toHaveLength(1);
  });

  it('hands the failure to all who wait, and may then be tried again', async () => {
    const shared = createSingleFlight();
    const { gate, work } = openWork();
    const waiting = [shared.run('key', caller().context, work), shared.run('key', caller().context, work)];
    gate.reject(new Error('no'));
    for (const promise of waiting) await expect(promise).rejects.toThrow('no');
    await shared.run('key', caller().context, async () => undefined);
  });

  it('closes: stops what runs and waits for its end', async () => {
    const shared = createSingleFlight();
    const { work } = openWork();
    const running = shared.run('key', caller().context, work);
    const failed = expect(running).rejects.toThrow('closing');
    await shared.close(new Error('closing'));
    await failed;
  });
});
