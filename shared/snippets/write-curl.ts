import { type ExampleCall, fieldText } from './example-call.ts';
import { KEY_VARIABLE } from './key-variable.ts';

/** A text as one word of a POSIX shell. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bodyOf(body: ExampleCall['body']): string[] {
  if (body.type === 'none') return [];
  if (body.type === 'json') {
    return ["-H 'Content-Type: application/json'", `-d ${inShell(JSON.stringify(body.value, null, 2))}`];
  }
  return [
    ...body.files.map((name) => `-F ${inShell(`files=@${name}`)}`),
    ...Object.entries(body.fields).map(([name, value]) => `--form-string ${inShell(`${name}=${fieldText(value)}`)}`),
  ];
}

/** A call as a command of a POSIX shell. */
export function writeCurl(call: ExampleCall, origin: string): string {
  const { method, path, needsKey, headers = {}, body, answer } = call;
  const isPlain = method === 'GET';
  const parts = [`curl --fail-with-body ${isPlain ? '' : `-X ${method} `}${inShell(origin + path)}`];
  // Double quotes: the shell puts the key in.
  if (needsKey) parts.push(`-H "Authorization: Bearer $${KEY_VARIABLE}"`);
  parts.push(...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`));
  parts.push(...bodyOf(body));
  if (answer?.type === 'events') parts.push('--no-buffer');
  if (answer?.type === 'file') parts.push(`--output ${inShell(answer.name)}`);
  return `${parts.join(' \\\n  ')}\n`;
}
