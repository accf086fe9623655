import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { API_BASE, type ErrorBody, ErrorBodySchema } from '../../../shared/api/common.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';
import { ERROR_MEANING } from '../../../shared/errors/error-meaning.ts';
import type { Operation as AnyOperation, SuccessAnswer } from '../../../shared/operations/operation.ts';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './describe-schema.ts';
import { errorsByStatus } from './errors-by-status.ts';
import { findExample } from './find-example.ts';

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
