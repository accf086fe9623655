import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { API_BASE, type ErrorBody, ErrorBodySchema } from '../../../shared/api/common.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';
import { ERROR_MEANING } from '../../../shared/errors/error-meaning.ts';
import { BugError } from '../../../shared/errors/errors.ts';
import type { Operation as AnyOperation, SuccessAnswer } from '../../../shared/operations/operation.ts';

interface Operation extends AnyOperation {
  readonly operationId: string;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function errorExample(code: ErrorCode): { readonly value: ErrorBody } {
  const message = ERROR_MEANING[code];
  return { value: { statusCode: ERROR_STATUS[code], success: false, message, stack: {}, code } };
}

function withExample(schema: z.ZodType, json: JsonSchema): JsonSchema {
  const example = findExample(schema);
  return { schema: json, ...(example === undefined ? {} : { example }) };
}

function describeErrors(codes: readonly ErrorCode[], writer: SchemaWriter): JsonSchema {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.join(', '),
    content: { 'application/json': { schema: writer.write(ErrorBodySchema, 'output'), examples } },
  };
}

function describeSuccess(status: string, answer: SuccessAnswer, writer: SchemaWriter): JsonSchema {
  const { description, content } =
    answer instanceof z.ZodType
      ? {
          description: answer.description ?? STATUS_CODES[status] ?? 'Done',
          content: { 'application/json': { schema: answer } },
        }
      : answer;
  return {
    description,
    content: Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [type, withExample(schema, writer.write(schema, 'output'))]),
    ),
  };
}

function describeAnswers(operation: Operation, writer: SchemaWriter): JsonSchema {
  const successes = Object.entries(operation.answers).map(([status, answer]): [string, JsonSchema] => [
    status,
    describeSuccess(status, answer, writer),
  ]);
  const errors = [...errorsByStatus(operation)].map(([status, codes]): [string, JsonSchema] => [
    String(status),
    describeErrors(codes, writer),
  ]);
  return Object.fromEntries([...successes, ...errors]);
}

function describeParameters(
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  writer: SchemaWriter,
): JsonSchema[] {
  const shape: Readonly<Record<string, z.ZodType>> = schema?.shape ?? {};
  return Object.entries(shape).map(([name, field]) => {
    const { description, examples, ...json } = writer.write(field, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: json,
      ...(Array.isArray(examples) ? { example: examples[0] } : {}),
    };
  });
}

function describeBody({ body, form }: Operation, writer: SchemaWriter): JsonSchema {
  if (body === undefined && form === undefined) return {};
  const content = {
    ...(body === undefined ? {} : { 'application/json': withExample(body, writer.write(body, 'input')) }),
    ...(form === undefined ? {} : { 'multipart/form-data': withExample(form, writer.write(form, 'input')) }),
  };
  return { requestBody: { required: body?.safeParse({}).success === false, content } };
}

function describeOperation(operation: Operation, responses: JsonSchema, writer: SchemaWriter): JsonSchema {
  const { operationId, summary, description, tag, params, query, headers } = operation;
  const parameters = [
    ...describeParameters('path', params, writer),
    ...describeParameters('query', query, writer),
    ...describeParameters('header', headers, writer),
  ];
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(operation, writer),
    responses,
  };
}

function describePaths(operations: readonly Operation[], writer: SchemaWriter): Record<string, JsonSchema> {
  // All answers before all requests: see createSchemaWriter.
  const described = operations.map((operation) => ({ operation, responses: describeAnswers(operation, writer) }));
  const paths: Record<string, JsonSchema> = {};
  for (const { operation, responses } of described) {
    const path = `${API_BASE}${operation.path}`;
    const method = operation.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: describeOperation(operation, responses, writer) };
  }
  return paths;
}

/** The OpenAPI 3.1 document of the given operations. */
export function describeApi(operations: readonly Operation[], version: string) {
  const writer = createSchemaWriter();
  const paths = describePaths(operations, writer);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tributary',
      version,
      description: 'Turn your own documents into searchable knowledge, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    // Only some operations need a key.
    security: [{}, { key: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key made in Settings.' } },
      schemas: writer.components(),
      examples: Object.fromEntries(
        Object.keys(ERROR_STATUS)
          .filter(isErrorCode)
          .map((code) => [code, errorExample(code)]),
      ),
    },
  };
}

/**
 * An example of a schema: the first one of its `.meta({ examples })`; for a list, one example of its rows; for a choice,
 * that of the first one that has one.
 */
export function findExample(schema: z.core.$ZodType): unknown {
  const examples = z.globalRegistry.get(schema)?.examples;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (schema instanceof z.ZodArray) {
    const row = findExample(schema.element);
    return row === undefined ? undefined : [row];
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(findExample).find((found) => found !== undefined);
  return undefined;
}

/** What any call can end in. */
const COMMON_ERRORS = [
  'UNAUTHORIZED',
  'LOCAL_TOKEN_REQUIRED',
  'FOREIGN_HOST',
  'FOREIGN_ORIGIN',
  'COLLECTION_PRIVATE',
  'INTERNAL',
] as const;
/** What can be wrong with any body. */
const BODY_ERRORS = ['INVALID_INPUT', 'INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** All errors that an operation may answer, by status. */
function errorsByStatus({ errors, body }: Pick<AnyOperation, 'errors' | 'body'>): ReadonlyMap<number, ErrorCode[]> {
  const all = new Set([...errors, ...COMMON_ERRORS, ...(body === undefined ? [] : BODY_ERRORS)]);
  return Map.groupBy(all, (code) => ERROR_STATUS[code]);
}

type JsonSchema = Record<string, unknown>;

/** Whether clients send what the schema describes, or receive it. */
type Direction = 'input' | 'output';

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** A zod object that is not strict lets further fields pass: `additionalProperties: false` would say otherwise. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall?._zod.def.type !== 'never') delete jsonSchema.additionalProperties;
  // Every whole number of JavaScript has these bounds; they say nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A file of a form is sent as it is; `contentEncoding` would mean a text that stands for it.
  if (def.type === 'file') delete jsonSchema.contentEncoding;
  // JSON Schema wants at least one item in this list.
  if (def.type === 'tuple' && def.items.length === 0) delete jsonSchema.prefixItems;
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refsOf(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].flatMap(([, id]) =>
    id === undefined ? [] : [id],
  );
}

function mapValues(object: JsonSchema, map: (value: unknown, key: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Replaces every `$ref` into `$defs` by one into the components. Data of examples is left alone. */
function pointToComponents(schema: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => pointToComponents(item, nameOf));
  if (!isJsonSchema(schema)) return schema;
  return mapValues(schema, (value, key) => {
    if (key === '$ref' && typeof value === 'string') return `${COMPONENTS}${nameOf(value.slice(DEFS.length))}`;
    if (key === 'examples' || key === 'default' || key === 'const' || key === 'enum') return value;
    // Here the keys are names of fields, whatever they say.
    if (key === 'properties' && isJsonSchema(value))
      return mapValues(value, (field) => pointToComponents(field, nameOf));
    return pointToComponents(value, nameOf);
  });
}

/** The ids whose schemas differ from those known of the other direction, or lead to such. */
function differing(
  defs: Readonly<Record<string, JsonSchema>>,
  known: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [id, schema] of Object.entries(defs)) {
    const other = known.get(id);
    if (other !== undefined && other !== JSON.stringify(schema)) found.add(id);
  }
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [id, schema] of Object.entries(defs)) if (refsOf(schema).some((ref) => found.has(ref))) found.add(id);
  }
  return found;
}

/**
 * Turns zod schemas into JSON schemas for an OpenAPI 3.1 document. Those with an id (`.meta({ id })`) become components.
 * What clients receive should be written first: where a schema reads otherwise when it is sent, the component of
 * the sent one is called `<id>Input`.
 */
export function createSchemaWriter() {
  const outputs = new Map<string, string>();
  const components = new Map<string, JsonSchema>();

  return {
    /** By name, in alphabetical order. */
    components: (): Readonly<Record<string, JsonSchema>> =>
      Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),

    write(schema: z.ZodType, direction: Direction): JsonSchema {
      // Inside another schema, one with an id becomes a reference; by itself it would not.
      const json = z.toJSONSchema(z.object({ root: schema }), {
        io: direction,
        unrepresentable: 'any',
        override: tidy,
      });
      const defs = Object.fromEntries(Object.entries(json.$defs ?? {}).filter((entry) => isJsonSchema(entry[1])));
      const others = direction === 'input' ? differing(defs, outputs) : new Set<string>();
      const nameOf = (id: string): string => (others.has(id) ? `${id}Input` : id);
      for (const [id, definition] of Object.entries(defs)) {
        if (direction === 'output') outputs.set(id, JSON.stringify(definition));
        const component = pointToComponents(definition, nameOf);
        if (isJsonSchema(component)) components.set(nameOf(id), component);
      }
      const root = pointToComponents(json.properties?.root, nameOf);
      if (!isJsonSchema(root)) throw new BugError('A schema of the API has no JSON schema');
      return root;
    },
  };
}

type SchemaWriter = ReturnType<typeof createSchemaWriter>;
