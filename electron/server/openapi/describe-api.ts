import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ErrorBody } from '../../../shared/api/common.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';
import { ERROR_MEANING } from '../../../shared/errors/error-meaning.ts';
import { BugError } from '../../../shared/errors/errors.ts';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './describe-schema.ts';
import { type ErrorAnswer, errorAnswers } from './error-answers.ts';
import { findExample } from './find-example.ts';
import type { Operation } from './operations.ts';

/** A response that is not plain JSON, as Fastify takes it; with codes, one of {@link errorAnswers}. */
const AnswerSchema = z.object({
  description: z.string(),
  codes: z.array(z.string()).optional(),
  content: z.record(z.string(), z.object({ schema: z.instanceof(z.ZodType) })),
});

/** What any call can end in. */
const COMMON_ERRORS = errorAnswers(
  'UNAUTHORIZED',
  'LOCAL_TOKEN_REQUIRED',
  'FOREIGN_HOST',
  'FOREIGN_ORIGIN',
  'INTERNAL',
);
/** What can be wrong with any body. */
const BODY_ERRORS = errorAnswers('INVALID_INPUT', 'INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function asZod(schema: unknown): z.ZodType | undefined {
  return schema instanceof z.ZodType ? schema : undefined;
}

function errorExample(code: ErrorCode): { readonly value: ErrorBody } {
  const message = ERROR_MEANING[code];
  return { value: { statusCode: ERROR_STATUS[code], success: false, message, stack: {}, code } };
}

function withExample(schema: z.ZodType, json: JsonSchema): JsonSchema {
  const example = findExample(schema);
  return { schema: json, ...(example === undefined ? {} : { example }) };
}

function describeErrors(codes: readonly ErrorCode[], writer: SchemaWriter, schema: z.ZodType): JsonSchema {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.join(', '),
    content: { 'application/json': { schema: writer.write(schema, 'output'), examples } },
  };
}

function describeAnswer(status: string, response: unknown, writer: SchemaWriter): JsonSchema {
  const schema = asZod(response);
  if (schema !== undefined) {
    return {
      description: schema.description ?? STATUS_CODES[status] ?? 'Done',
      content: { 'application/json': withExample(schema, writer.write(schema, 'output')) },
    };
  }
  const { description, codes, content } = AnswerSchema.parse(response);
  if (codes !== undefined) {
    const [json] = Object.values(content);
    if (json === undefined) throw new BugError(`An error answer without content: ${description}`);
    return describeErrors(codes.filter(isErrorCode), writer, json.schema);
  }
  return {
    description,
    content: Object.fromEntries(
      Object.entries(content).map(([type, { schema: body }]) => [
        type,
        withExample(body, writer.write(body, 'output')),
      ]),
    ),
  };
}

function codesOf(response: unknown): readonly ErrorCode[] {
  const parsed = AnswerSchema.safeParse(response);
  return parsed.success ? (parsed.data.codes ?? []).filter(isErrorCode) : [];
}

/** The answers that a route gives itself, and those that it shares with others. */
function allAnswers({ schema }: Operation): Readonly<Record<string, unknown>> {
  const own = z.record(z.string(), z.unknown()).parse(schema.response ?? {});
  const shared: ErrorAnswer[] = [COMMON_ERRORS, ...(schema.body === undefined ? [] : [BODY_ERRORS])].flatMap(
    (answers) => Object.values(answers),
  );
  const codes = [...Object.values(own).flatMap(codesOf), ...shared.flatMap((answer) => answer.codes)];
  return { ...own, ...errorAnswers(...new Set(codes)) };
}

function describeParameters(place: 'path' | 'query' | 'header', given: unknown, writer: SchemaWriter): JsonSchema[] {
  const schema = asZod(given);
  if (schema === undefined) return [];
  if (!(schema instanceof z.ZodObject)) throw new BugError(`The ${place} of a route is not described by an object`);
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
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

function describeBody({ schema }: Operation, writer: SchemaWriter): JsonSchema {
  const body = asZod(schema.body);
  const form = asZod(schema.form);
  if (body === undefined && form === undefined) return {};
  const content = {
    ...(body === undefined ? {} : { 'application/json': withExample(body, writer.write(body, 'input')) }),
    ...(form === undefined ? {} : { 'multipart/form-data': withExample(form, writer.write(form, 'input')) }),
  };
  return { requestBody: { required: body?.safeParse({}).success === false, content } };
}

function describeOperation(operation: Operation, responses: JsonSchema, writer: SchemaWriter): JsonSchema {
  const { operationId, summary, description, tags, params, querystring, headers } = operation.schema;
  if (operationId === undefined || summary === undefined || tags === undefined) {
    throw new BugError(`${operation.method} ${operation.path} has no operationId, summary or tags`);
  }
  const parameters = [
    ...describeParameters('path', params, writer),
    ...describeParameters('query', querystring, writer),
    ...describeParameters('header', headers, writer),
  ];
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(operation, writer),
    responses,
  };
}

/**
 * The OpenAPI 3.1 document of the given routes.
 * @throws BugError for a route that does not say enough of itself
 */
export function describeApi(operations: readonly Operation[], version: string) {
  const writer = createSchemaWriter();
  // All answers before all requests: see createSchemaWriter.
  const described = operations.map((operation) => {
    const answers = Object.entries(allAnswers(operation));
    const responses = answers.map(([status, answer]) => [status, describeAnswer(status, answer, writer)] as const);
    return { operation, responses: Object.fromEntries(responses) };
  });
  const paths: Record<string, JsonSchema> = {};
  for (const { operation, responses } of described) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(operation, responses, writer),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tributary',
      version,
      description: 'Turn your own documents into searchable knowledge, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    // A key is needed only where one is asked for.
    security: [{}, { key: [] }],
    tags: [...new Set(operations.flatMap(({ schema }) => schema.tags ?? []))].map((name) => ({ name })),
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
