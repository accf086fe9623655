/** A server-sent event. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r/;

/** Takes the whole lines from the beginning of a text. A carriage return at its end may be half a line end. */
function takeLines(text: string): { readonly lines: readonly string[]; readonly rest: string } {
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  const lines = text.slice(0, end).split(LINE_END);
  const last = lines.pop() ?? '';
  return { lines, rest: last + text.slice(end) };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const taken = takeLines(rest + decoder.decode(bytes, { stream: true }));
    rest = taken.rest;
    yield* taken.lines;
  }
  // Whatever has no end is half a line.
  if (rest.endsWith('\r')) yield rest.slice(0, -1);
}

/**
 * Reads server-sent events as they come, by https://html.spec.whatwg.org/multipage/server-sent-events.html. An event that is cut off at the
 * end of the stream is left out, as the specification wants it.
 */
export async function* readEventStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let id: string | undefined;
  let data: string[] = [];
  for await (const line of readLines(stream)) {
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') };
      id = undefined;
      data = [];
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
  }
}
