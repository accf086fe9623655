import { type ExampleCall, fieldText } from './example-call.ts';
import { KEY_VARIABLE } from './key-variable.ts';

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
export function writeJavaScript(call: ExampleCall, origin: string): string {
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
