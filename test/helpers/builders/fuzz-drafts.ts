import fc from 'fast-check';
import { z } from 'zod';
import { HOSTILE_IDS, MALFORMED_JSON } from '../contracts/contract-hostile.ts';
import type { RawRequest } from '../contracts/contract-request.ts';
import { anyJson, arbitraryOf, type JsonSchema, nearlyOf, type SchemaContext } from './arbitrary-from-schema.ts';
import { makeApiConfig, makeFlow } from './flows.ts';
import { type IdKind, type IdPool, KIND_OF_FIELD, kindOfParam, placeholder } from './fuzz-pool.ts';

const SchemaSchema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const OperationSchema = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: SchemaSchema }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: SchemaSchema })) }).optional(),
});
type Operation = z.infer<typeof OperationSchema>;

/** The part of an OpenAPI document that the requests need. */
export const DocumentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), OperationSchema)),
  components: z.object({ schemas: z.record(z.string(), SchemaSchema) }),
});

/** A request with placeholders for ids. */
export interface Draft {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly type?: string;
  readonly body?: string | Buffer;
}
type Body = Pick<Draft, 'type' | 'body'>;

const knownId = (kind: IdKind) => fc.nat(7).map((index) => placeholder(kind, index));

function idOf(kind: IdKind | undefined): fc.Arbitrary<string> {
  const other = [
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('all', '1', '0', ...Object.values(HOSTILE_IDS)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map(encodeURIComponent) },
  ];
  return kind === undefined ? fc.oneof(...other) : fc.oneof({ weight: 12, arbitrary: knownId(kind) }, ...other);
}

/** A value as JSON text, often with one wrong place. */
function nearlyText(value: unknown): fc.Arbitrary<string> {
  return nearlyOf({ const: value }, { schemas: {}, byName: {} }).map((made) => JSON.stringify(made) ?? '');
}

/** Values for what the document only calls text or any object: flows, settings, parts of stores, ids. */
export function valuesByName(basepath: string): SchemaContext['byName'] {
  const flow = makeFlow({ basepath, records: { cleanup: 'incremental' } });
  const part = fc.constantFrom(
    { name: 'textFile', config: {} },
    { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 200, chunkOverlap: 0 } },
    { name: 'openAIEmbeddings', config: { basepath } },
    { name: 'hnsw', config: {} },
    { name: 'SQLiteRecordManager', config: { cleanup: 'full' } },
  );
  const aPart = fc.oneof({ weight: 5, arbitrary: part }, { weight: 1, arbitrary: anyJson });
  const parts = ['loader', 'splitter', 'embedding', 'vectorStore', 'recordManager'];
  const configs = ['embeddingConfig', 'vectorStoreConfig', 'recordManagerConfig'];
  const ids = Object.entries(KIND_OF_FIELD).map(
    ([name, kind]) =>
      [name, fc.oneof({ weight: 6, arbitrary: knownId(kind) }, { weight: 1, arbitrary: anyJson })] as const,
  );
  return {
    flowData: nearlyText(flow),
    apiConfig: nearlyText(JSON.parse(makeApiConfig({ 'Text File': ['files', 'metadata'] }))),
    details: fc.oneof(nearlyText({ name: 'Helper' }), anyJson),
    ...Object.fromEntries([...parts, ...configs].map((name) => [name, aPart])),
    ...Object.fromEntries(ids),
  };
}

/** As a client would write the value into a query, a header or a form. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function toForm(
  fields: readonly (readonly [string, unknown])[],
  files: readonly (readonly [string, Uint8Array])[],
): Buffer {
  const clean = (name: string) => name.replaceAll(/["\r\n]/g, '_');
  const part = (head: string, content: string | Uint8Array) => [
    Buffer.from(`--fuzz\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...fields.flatMap(([name, value]) => part(`name="${clean(name)}"`, textOf(value))),
    ...files.flatMap(([name, content]) => part(`name="files"; filename="${clean(name)}"`, content)),
    Buffer.from('--fuzz--\r\n'),
  ]);
}

const fileArbitrary = fc.tuple(
  fc.constantFrom(
    'a.txt',
    'a.txt',
    'b.csv',
    'c.pdf',
    'd.docx',
    'no-extension',
    '../../f.txt',
    'ü📄.txt',
    '.txt',
    'g.exe',
  ),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 400 }),
  ),
);

function formOf(schema: JsonSchema, context: SchemaContext): fc.WeightedArbitrary<Body>[] {
  const fields = arbitraryOf(schema, context).map((value) =>
    Object.entries(value as object).filter(([name]) => name !== 'files'),
  );
  const forms = fc
    .tuple(fields, fc.array(fileArbitrary, { maxLength: 3 }))
    .map(([texts, files]) => toForm(texts, files));
  const cut = fc
    .tuple(forms, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([whole, part]) => whole.subarray(0, Math.floor(whole.length * part)));
  const asForm = (body: Buffer): Body => ({ type: 'multipart/form-data; boundary=fuzz', body });
  return [
    { weight: 10, arbitrary: forms.map(asForm) },
    { weight: 2, arbitrary: cut.map(asForm) },
  ];
}

function bodyOf({ requestBody }: Operation, context: SchemaContext): fc.Arbitrary<Body> {
  const json = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const asJson = (body: string): Body => ({ type: 'application/json', body });
  const options: fc.WeightedArbitrary<Body>[] = [{ weight: 1, arbitrary: fc.constant({}) }];
  if (json !== undefined) {
    options.push(
      { weight: 12, arbitrary: nearlyOf(json, context).map((value) => asJson(JSON.stringify(value) ?? '')) },
      { weight: 1, arbitrary: fc.constantFrom(...MALFORMED_JSON, '', '[]').map(asJson) },
      { weight: 1, arbitrary: fc.string().map((body) => ({ type: 'text/plain', body })) },
    );
  }
  if (form !== undefined) options.push(...formOf(form, context));
  return fc.oneof(...options);
}

/** Calls of an operation, most of them nearly valid. */
export function draftsOf(
  method: string,
  path: string,
  operation: Operation,
  context: SchemaContext,
): fc.Arbitrary<Draft> {
  const at = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const optional = (place: string) => {
    const values = at(place).map(({ name, schema }) => {
      const right = context.byName[name] ?? arbitraryOf(schema, context);
      return [name, fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: anyJson })] as const;
    });
    return fc.record(Object.fromEntries(values), { requiredKeys: [] });
  };
  const params = at('path').map(({ name, schema }) => {
    const number = fc.constantFrom('1', '1', '2', '0', '-1', 'x', '9007199254740991');
    return [name, schema.type === 'string' ? idOf(kindOfParam(path, name)) : number] as const;
  });
  return fc
    .record({
      params: fc.record(Object.fromEntries(params)),
      query: optional('query'),
      headers: optional('header'),
      body: bodyOf(operation, context),
    })
    .map(({ body, ...rest }) => ({ method: method.toUpperCase(), path, ...rest, ...body }));
}

/** The request of a draft with the ids that are known now. */
export function toRequest({ method, path, params, query, headers, type, body }: Draft, pool: IdPool): RawRequest {
  const filled = pool.fill(path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, pool.fill(textOf(value)).toWellFormed());
  // A header can contain visible Latin characters only: clients cannot send others.
  const sendable = Object.entries(headers).map(([name, value]) => [name, textOf(value).replaceAll(/[^ -~]/g, '')]);
  // Latin-1 preserves every byte.
  const bytes =
    typeof body === 'string' ? pool.fill(body) : Buffer.from(pool.fill(body?.toString('latin1') ?? ''), 'latin1');
  return {
    method,
    path: `${filled.replaceAll(/[^!-~]/g, '')}${search.size === 0 ? '' : `?${search}`}`,
    headers: { ...Object.fromEntries(sendable), ...(type === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: bytes }),
  };
}
