import type { ExampleCall } from '../../shared/snippets/example-call.ts';
import { withAccess } from './access.ts';

/** What a call was answered, as it came. */
export interface SentCall {
  readonly status: number;
  readonly elapsedMs: number;
  /** JSON with line breaks, or whatever else it is. */
  readonly text: string;
}

const send = withAccess((url, init) => fetch(url, init));

function bodyOf({ body }: ExampleCall, files: readonly File[]): Pick<RequestInit, 'body' | 'headers'> {
  if (body.type === 'json') {
    return { body: JSON.stringify(body.value), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  for (const [name, value] of Object.entries(body.fields)) form.append(name, JSON.stringify(value));
  return { body: form };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // no JSON: shown as it came
  }
}

/** Makes a call as it stands in an example, with files of this computer in place of those of the example. */
export async function sendCall(call: ExampleCall, files: readonly File[]): Promise<SentCall> {
  const began = performance.now();
  const response = await send(call.path, { method: call.method, ...bodyOf(call, files) });
  const text = await response.text();
  return { status: response.status, elapsedMs: performance.now() - began, text: readable(text) };
}
