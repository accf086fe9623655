import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEventStream, type StreamEvent } from '../../../../shared/client/event-stream.ts';

/** A stream of the text in pieces of `size` bytes, so that events and letters are cut anywhere. */
function streamOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function read(text: string, size = 1000): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(streamOf(text, size))) events.push(event);
  return events;
}

describe('readEventStream', () => {
  test('gives id and data of each event', async () => {
    expect(await read('id: 1\nevent: run\ndata: {"a":1}\n\nid: 2\ndata:b\n\n')).toEqual([
      { id: '1', data: '{"a":1}' },
      { id: '2', data: 'b' },
    ]);
  });

  test('passes over comments and events without data', async () => {
    expect(await read(': still here\n\nid: 1\n\ndata: a\n\n')).toEqual([{ id: undefined, data: 'a' }]);
  });

  test('joins lines of data, and keeps colons and all spaces but the first', async () => {
    expect(await read('data:  a: b\ndata\ndata: c\n\n')).toEqual([{ id: undefined, data: ' a: b\n\nc' }]);
  });

  test('leaves out an event that is cut off', async () => {
    expect(await read('data: a\n\ndata: b\n')).toEqual([{ id: undefined, data: 'a' }]);
  });

  test('reads the same, however lines end and wherever the stream is cut', async () => {
    const end = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.stringMatching(/^[ä:a ]{0,5}$/), end)), fc.nat(6), async (lines, size) => {
        const text = lines.map(([data, lineEnd]) => `data: ${data}${lineEnd}${lineEnd}`).join('');
        expect(await read(text, size + 1)).toEqual(lines.map(([data]) => ({ id: undefined, data })));
      }),
    );
  });
});
