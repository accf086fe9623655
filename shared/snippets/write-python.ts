import { type ExampleCall, fieldText } from './example-call.ts';
import { KEY_VARIABLE } from './key-variable.ts';

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

function headersOf({ needsKey, headers = {} }: ExampleCall): string[] {
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

function reading(answer: ExampleCall['answer']): string {
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
export function writePython(call: ExampleCall, origin: string): string {
  const args = [JSON.stringify(origin + call.path), ...headersOf(call), ...bodyArgs(call.body)];
  if (call.answer?.type === 'events') args.push('stream=True');
  const lines = args.map((arg) => `    ${indent(arg, '    ')},\n`).join('');
  const imports = importsOf(call);
  return `${imports}${imports === '' ? '' : '\n'}import requests

response = requests.${call.method.toLowerCase()}(
${lines})
response.raise_for_status()
${reading(call.answer)}
`;
}
