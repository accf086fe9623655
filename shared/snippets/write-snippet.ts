import { type ExampleCall, fieldText, KEY_VARIABLE } from './example-call.ts';

export const SNIPPET_LANGUAGES = ['curl', 'python', 'javascript'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

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
function writeCurl(call: ExampleCall, origin: string): string {
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

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

/** A value of JSON in JavaScript. */
function inJavaScript(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function formLines({ files, fields }: ExampleCall['body'] & { readonly type: 'form' }): string[] {
  return [
    'const form = new FormData();',
    ...files.map((name) => {
      const quoted = JSON.stringify(name);
      return `form.append('files', await openAsBlob(${quoted}), ${quoted});`;
    }),
    ...Object.entries(fields).map(([name, value]) => {
      const text =
        typeof value === 'string' ? JSON.stringify(fieldText(value)) : `JSON.stringify(${inJavaScript(value)})`;
      return `form.append(${JSON.stringify(name)}, ${text});`;
    }),
    '',
  ];
}

function headersOf({ needsKey, headers = {}, body }: ExampleCall): string[] {
  const items = Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  if (needsKey) items.unshift(`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``);
  if (body.type === 'json') items.push("'Content-Type': 'application/json'");
  return items.length === 0 ? [] : [`  headers: { ${items.join(', ')} },`];
}

function bodyLines(body: ExampleCall['body']): string[] {
  if (body.type === 'none') return [];
  return [
    body.type === 'form' ? '  body: form,' : `  body: JSON.stringify(${indent(inJavaScript(body.value), '  ')}),`,
  ];
}

function reading(answer: ExampleCall['answer']): string {
  switch (answer?.type) {
    case 'text':
      return 'console.log(await response.text());';
    case 'events':
      return 'for await (const part of response.body) process.stdout.write(part);';
    case 'file':
      return `await writeFile(${JSON.stringify(answer.name)}, Buffer.from(await response.arrayBuffer()));`;
    default:
      return 'console.log(JSON.stringify(await response.json(), null, 2));';
  }
}

/** A call as a module for Node. */
function writeJavaScript(call: ExampleCall, origin: string): string {
  const { method, path, body, answer } = call;
  const imports = [
    ...(body.type === 'form' && body.files.length > 0 ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(answer?.type === 'file' ? ["import { writeFile } from 'node:fs/promises';"] : []),
  ];
  const lines = [
    ...imports,
    ...(imports.length === 0 ? [] : ['']),
    ...(body.type === 'form' ? formLines(body) : []),
    `const response = await fetch(${JSON.stringify(origin + path)}, {`,
    `  method: '${method}',`,
    ...headersOf(call),
    ...bodyLines(body),
    '});',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is in the snippet
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    reading(answer),
  ];
  return `${lines.join('\n')}\n`;
}

/** A value of JSON in Python. */
function inPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  // Python reads the escapes of JSON in texts, and its numbers.
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map(inPython)
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inPython(item)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? open + close : `${open}\n    ${indent(`${items.join(',\n')},`, '    ')}\n${close}`;
}

function pythonHeadersOf({ needsKey, headers = {} }: ExampleCall): string[] {
  const items = Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  if (needsKey) items.unshift(`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]`);
  return items.length === 0 ? [] : [`headers={${items.join(', ')}}`];
}

function formArgs({ files, fields }: ExampleCall['body'] & { readonly type: 'form' }): string[] {
  const opened = files.map((name) => `    ("files", open(${JSON.stringify(name)}, "rb")),\n`);
  const written = Object.entries(fields).map(([name, value]) => {
    const text =
      typeof value === 'string' ? inPython(fieldText(value)) : `json.dumps(${indent(inPython(value), '    ')})`;
    return `    ${JSON.stringify(name)}: ${text},\n`;
  });
  return [
    ...(opened.length === 0 ? [] : [`files=[\n${opened.join('')}]`]),
    ...(written.length === 0 ? [] : [`data={\n${written.join('')}}`]),
  ];
}

function bodyArgs(body: ExampleCall['body']): string[] {
  if (body.type === 'none') return [];
  return body.type === 'form' ? formArgs(body) : [`json=${inPython(body.value)}`];
}

function importsOf({ body, needsKey, answer }: ExampleCall): string {
  const hasJson = body.type === 'form' && Object.values(body.fields).some((value) => typeof value !== 'string');
  return [
    hasJson ? 'import json\n' : '',
    needsKey ? 'import os\n' : '',
    answer?.type === 'file' ? 'from pathlib import Path\n' : '',
  ].join('');
}

function pythonReading(answer: ExampleCall['answer']): string {
  switch (answer?.type) {
    case 'text':
      return 'print(response.text)';
    case 'events':
      return 'for line in response.iter_lines(decode_unicode=True):\n    print(line)';
    case 'file':
      return `Path(${JSON.stringify(answer.name)}).write_bytes(response.content)`;
    default:
      return 'print(response.json())';
  }
}

/** A call as a program for Python 3 with requests. */
function writePython(call: ExampleCall, origin: string): string {
  const args = [JSON.stringify(origin + call.path), ...pythonHeadersOf(call), ...bodyArgs(call.body)];
  if (call.answer?.type === 'events') args.push('stream=True');
  const lines = args.map((arg) => `    ${indent(arg, '    ')},\n`).join('');
  const imports = importsOf(call);
  return `${imports}${imports === '' ? '' : '\n'}import requests

response = requests.${call.method.toLowerCase()}(
${lines})
response.raise_for_status()
${pythonReading(call.answer)}
`;
}

const WRITERS = { curl: writeCurl, python: writePython, javascript: writeJavaScript } as const;

/**
 * A program that makes a call and prints the answer, ending with an error when it is refused: for a shell, for Python 3 with requests, or as a module for
 * Node. The key comes from the environment. Files are read from the current folder and written to it.
 * @param origin address of the server, without a path
 */
export function writeSnippet(language: SnippetLanguage, call: ExampleCall, origin: string): string {
  return WRITERS[language](call, origin);
}
