import { describe, expect, test } from 'vitest';
import { createEventStream } from '../../../../electron/server/core/event-stream.ts';

function listen(stream: ReturnType<typeof createEventStream<string>>, afterId: number, welcome?: string) {
  const heard: string[] = [];
  const leave = stream.subscribe(({ id, event }) => heard.push(`${id} ${event}`), afterId, welcome);
  return { heard, leave };
}

describe('createEventStream', () => {
  test('who comes later hears what is kept, who comes back what is new, and each then the same', () => {
    const stream = createEventStream<string>(10);
    stream.append('a');
    stream.append('b');
    const late = listen(stream, 0);
    const back = listen(stream, 1, 'welcome');
    stream.append('c');
    expect(late.heard).toEqual(['1 a', '2 b', '3 c']);
    expect(back.heard).toEqual(['2 b', '2 welcome', '3 c']);
  });

  test('what is only passed on has the number of the last event, and nobody hears it later', () => {
    const stream = createEventStream<string>(10);
    stream.append('a');
    const early = listen(stream, 0);
    stream.pass('half way');
    expect(early.heard).toEqual(['1 a', '1 half way']);
    expect(listen(stream, 0).heard).toEqual(['1 a']);
  });

  test('the newest events are kept, with their numbers', () => {
    const stream = createEventStream<string>(2);
    for (const event of ['a', 'b', 'c']) stream.append(event);
    expect(listen(stream, 0).heard).toEqual(['2 b', '3 c']);
  });

  test('who has left hears nothing more', () => {
    const stream = createEventStream<string>(2);
    const { heard, leave } = listen(stream, 0);
    leave();
    stream.append('a');
    expect(heard).toEqual([]);
  });
});
