import { type ExampleCall, fieldText } from '../../shared/snippets/example-call.ts';
import { withAccess } from './access.ts';
import { serverAddress } from './server-address.ts';

/** What a call was answered, as it came. */
export interface SentCall {
  readonly status: number;
  readonly elapsedMs: number;
  /** JSON with line breaks, or whatever else it is; empty for a file. */
  readonly text: string;
  /** What is no text, under the name that the call gives it. */
  readonly file?: { readonly name: string; readonly blob: Blob };
}

const send = withAccess((url, init) => fetch(url, init));

function bodyOf({ body }: ExampleCall, files: readonly File[]): Pick<RequestInit, 'body' | 'headers'> {
  if (body.type === 'none') return {};
  if (body.type === 'json') {
    return { body: JSON.stringify(body.value), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  for (const [name, value] of Object.entries(body.fields)) form.append(name, fieldText(value));
  return { body: form };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // no JSON: shown as it came
  }
}

/** The text of an answer; when a person stops it, what has come so far. */
async function readText({ body }: Response, signal: AbortSignal | undefined): Promise<string> {
  if (body === null) return '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
  return text;
}

/**
 * Makes a call as it stands in an example, with files of this computer in place of those of the example.
 * @param signal ends an answer that goes on, which gives what has come so far
 */
export async function sendCall(call: ExampleCall, files: readonly File[], signal?: AbortSignal): Promise<SentCall> {
  const began = performance.now();
  const { body, headers } = bodyOf(call, files);
  const response = await send(serverAddress + call.path, {
    method: call.method,
    headers: { ...headers, ...call.headers },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { status } = response;
  if (response.ok && call.answer?.type === 'file') {
    const blob = await response.blob();
    return { status, elapsedMs: performance.now() - began, text: '', file: { name: call.answer.name, blob } };
  }
  const text = readable(await readText(response, signal));
  return { status, elapsedMs: performance.now() - began, text };
}
