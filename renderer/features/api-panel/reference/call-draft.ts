import { parseJson } from '../../../../shared/json/parse-json.ts';
import { type ExampleCall, fieldText } from '../../../../shared/snippets/example-call.ts';
import type { ApiOperation, ApiParameter } from '../../../api/api-document.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** The field of forms with the files. */
const FILES = 'files';

export type BodyKind = 'json' | 'form';

/** What a person has put into the call of an operation so far. */
export interface CallDraft {
  /** By name; empty ones are left out of the call. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly bodyKind: BodyKind | undefined;
  readonly json: string;
  /** By name; empty ones are left out of the form. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The ways in which a body can be sent. */
export function bodyKinds({ requestBody }: ApiOperation): readonly BodyKind[] {
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = requestBody?.content ?? {};
  return [...(json === undefined ? [] : (['json'] as const)), ...(form === undefined ? [] : (['form'] as const))];
}

/** An example as text; empty for none. */
export function exampleText(example: unknown): string {
  return example === undefined ? '' : fieldText(example);
}

function exampleFields(operation: ApiOperation): Readonly<Record<string, unknown>> {
  const example = operation.requestBody?.content[FORM_TYPE]?.example;
  return typeof example === 'object' && example !== null ? { ...example } : {};
}

/** The call as the description has it: with the body of its example, and nothing that can be left out. */
export function draftOf(operation: ApiOperation): CallDraft {
  const json = operation.requestBody?.content[JSON_TYPE]?.example;
  const fields = Object.entries(exampleFields(operation)).filter(([name]) => name !== FILES);
  return {
    parameters: {},
    bodyKind: bodyKinds(operation)[0],
    json: json === undefined ? '' : JSON.stringify(json, null, 2),
    fields: Object.fromEntries(fields.map(([name, value]) => [name, exampleText(value)])),
  };
}

/** The parameters that the call cannot do without, and that are empty. */
export function missingParameters(operation: ApiOperation, { parameters }: CallDraft): readonly ApiParameter[] {
  return operation.parameters.filter(({ name, required }) => required && (parameters[name] ?? '') === '');
}

/** Whether the text of the body is JSON, or there is none where none is needed. */
export function isJsonReady({ requestBody }: ApiOperation, { bodyKind, json }: CallDraft): boolean {
  if (bodyKind !== 'json') return true;
  return json.trim() === '' ? requestBody?.required === false : parseJson(json) !== undefined;
}

function bodyOf(operation: ApiOperation, draft: CallDraft): ExampleCall['body'] {
  if (draft.bodyKind === undefined) return { type: 'none' };
  if (draft.bodyKind === 'form') {
    const { [FILES]: files } = exampleFields(operation);
    const names: readonly unknown[] = Array.isArray(files) ? files : ['archive.zip'];
    return {
      type: 'form',
      files: names.map(String),
      fields: Object.fromEntries(Object.entries(draft.fields).filter(([, text]) => text !== '')),
    };
  }
  if (draft.json.trim() === '') return { type: 'none' };
  const value = parseJson(draft.json);
  return { type: 'json', value: value ?? operation.requestBody?.content[JSON_TYPE]?.example ?? {} };
}

function answerOf({ responses, path }: ApiOperation): Pick<ExampleCall, 'answer'> {
  const types = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.keys(content) : [],
  );
  if (types.includes('text/event-stream')) return { answer: { type: 'events' } };
  if (types.includes('text/plain')) return { answer: { type: 'text' } };
  if (types.includes('application/zip')) return { answer: { type: 'file', name: 'archive.zip' } };
  if (!types.includes('application/octet-stream')) return {};
  return { answer: { type: 'file', name: path.includes('samples') ? 'sample' : 'file' } };
}

/** The call that a draft makes. What it still misses stands there as in the example of the description. */
export function callOf(operation: ApiOperation, draft: CallDraft, needsKey: boolean): ExampleCall {
  const { method, parameters } = operation;
  const textOf = ({ name, required, example }: ApiParameter): string => {
    const given = draft.parameters[name] ?? '';
    return given === '' && required ? exampleText(example) || `{${name}}` : given;
  };
  const given = (place: ApiParameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, textOf(parameter)] as const)
      .filter(([, value]) => value !== '');
  const path = given('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    operation.path,
  );
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, value])).toString();
  const headers = Object.fromEntries(given('header'));
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    needsKey,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    body: bodyOf(operation, draft),
    ...answerOf(operation),
  };
}
