import type { ExampleCall } from './example-call.ts';

export const SNIPPET_LANGUAGES = ['curl', 'python', 'javascript'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** The environment variable that a snippet reads its key from. */
export const KEY_VARIABLE = 'TRIBUTARY_API_KEY';

/** A text as one word of a POSIX shell. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function writeCurl({ method, path, needsKey, body }: ExampleCall, origin: string): string {
  const parts = [`curl --fail-with-body -X ${method} ${inShell(origin + path)}`];
  // Double quotes: the shell puts the key in.
  if (needsKey) parts.push(`-H "Authorization: Bearer $${KEY_VARIABLE}"`);
  if (body.type === 'json') {
    parts.push("-H 'Content-Type: application/json'", `-d ${inShell(JSON.stringify(body.value, null, 2))}`);
  } else {
    parts.push(...body.files.map((name) => `-F ${inShell(`files=@${name}`)}`));
    const fields = Object.entries(body.fields);
    parts.push(...fields.map(([name, value]) => `--form-string ${inShell(`${name}=${JSON.stringify(value)}`)}`));
  }
  return `${parts.join(' \\\n  ')}\n`;
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
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

function writePython({ method, path, needsKey, body }: ExampleCall, origin: string): string {
  const isForm = body.type === 'form';
  const hasFields = isForm && Object.keys(body.fields).length > 0;
  const imports = [hasFields ? 'import json\n' : '', needsKey ? 'import os\n' : ''].join('');
  const args = [JSON.stringify(origin + path)];
  if (needsKey) args.push(`headers={"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]}`);
  if (isForm) {
    const files = body.files.map((name) => `    ("files", open(${JSON.stringify(name)}, "rb")),\n`);
    args.push(`files=[\n${files.join('')}]`);
    const fields = Object.entries(body.fields).map(
      ([name, value]) => `    ${JSON.stringify(name)}: json.dumps(${indent(inPython(value), '    ')}),\n`,
    );
    if (hasFields) args.push(`data={\n${fields.join('')}}`);
  } else args.push(`json=${inPython(body.value)}`);
  const lines = args.map((arg) => `    ${indent(arg, '    ')},\n`).join('');
  return `${imports}${imports === '' ? '' : '\n'}import requests

response = requests.${method.toLowerCase()}(
${lines})
response.raise_for_status()
print(response.json())
`;
}

/** A value of JSON in JavaScript. */
function inJavaScript(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function writeJavaScript({ method, path, needsKey, body }: ExampleCall, origin: string): string {
  const key = `Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``;
  const lines: string[] = [];
  if (body.type === 'form') {
    lines.push("import { openAsBlob } from 'node:fs';", '', 'const form = new FormData();');
    for (const name of body.files) {
      const quoted = JSON.stringify(name);
      lines.push(`form.append('files', await openAsBlob(${quoted}), ${quoted});`);
    }
    for (const [name, value] of Object.entries(body.fields)) {
      lines.push(`form.append(${JSON.stringify(name)}, JSON.stringify(${inJavaScript(value)}));`);
    }
    lines.push('');
  }
  lines.push(`const response = await fetch(${JSON.stringify(origin + path)}, {`, `  method: '${method}',`);
  if (body.type === 'form') {
    if (needsKey) lines.push(`  headers: { ${key} },`);
    lines.push('  body: form,');
  } else {
    lines.push(`  headers: { ${needsKey ? `${key}, ` : ''}'Content-Type': 'application/json' },`);
    lines.push(`  body: JSON.stringify(${indent(inJavaScript(body.value), '  ')}),`);
  }
  lines.push(
    '});',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is in the snippet
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    'console.log(JSON.stringify(await response.json(), null, 2));',
  );
  return `${lines.join('\n')}\n`;
}

const WRITERS = { curl: writeCurl, python: writePython, javascript: writeJavaScript } as const;

/**
 * A program that makes a call and prints the answer, ending with an error when it is refused: for a shell, for Python 3 with requests, or as a module for
 * Node. The key comes from the environment. Files are read from the current folder.
 * @param origin address of the server, without a path
 */
export function writeSnippet(language: SnippetLanguage, call: ExampleCall, origin: string): string {
  return WRITERS[language](call, origin);
}
