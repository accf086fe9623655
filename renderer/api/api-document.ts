import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from '../../shared/texts/t.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What this server writes of JSON Schema in its description. */
const JsonSchemaSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof JsonSchemaSchema>> {
    return z.record(z.string(), JsonSchemaSchema).optional();
  },
  get items(): z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, typeof JsonSchemaSchema]>> {
    return z.union([z.boolean(), JsonSchemaSchema]).optional();
  },
  get anyOf(): z.ZodOptional<z.ZodArray<typeof JsonSchemaSchema>> {
    return z.array(JsonSchemaSchema).optional();
  },
  get oneOf(): z.ZodOptional<z.ZodArray<typeof JsonSchemaSchema>> {
    return z.array(JsonSchemaSchema).optional();
  },
  get additionalProperties(): z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, typeof JsonSchemaSchema]>> {
    return z.union([z.boolean(), JsonSchemaSchema]).optional();
  },
});
export type JsonSchema = z.infer<typeof JsonSchemaSchema>;

const ContentSchema = z.record(
  z.string(),
  z.object({
    schema: JsonSchemaSchema,
    example: z.unknown().optional(),
    /** Of errors: their codes. */
    examples: z.record(z.string(), z.unknown()).optional(),
  }),
);

const OperationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.tuple([z.string()]),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        description: z.string().optional(),
        schema: JsonSchemaSchema,
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ required: z.boolean(), content: ContentSchema }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: ContentSchema.default({}) })),
});

const MethodSchema = z.enum(['get', 'post', 'put', 'patch', 'delete']);

const DocumentSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(MethodSchema, OperationSchema)),
  components: z.object({
    schemas: z.record(z.string(), JsonSchemaSchema),
    examples: z.record(z.string(), z.object({ value: z.looseObject({ message: z.string() }) })),
  }),
});

type DescribedOperation = z.infer<typeof OperationSchema>;
export type ApiParameter = DescribedOperation['parameters'][number];

/** An operation of the HTTP API as the server describes it. */
export interface ApiOperation extends Omit<DescribedOperation, 'tags'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the base of the API: `/api/v1/chatflows/{id}`. */
  readonly path: string;
  readonly tag: string;
}

/** The HTTP API as the server describes it. */
export interface ApiDocument {
  readonly operations: readonly ApiOperation[];
  /** By name, what `$ref` leads to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** By code, what an error means and what to do. */
  readonly errors: Readonly<Record<string, string>>;
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/**
 * The operations of an OpenAPI document of this server, in its order.
 * @throws Error when it is none, for a person to read
 */
export function readApiDocument(document: unknown): ApiDocument {
  const parsed = DocumentSchema.safeParse(document);
  if (!parsed.success) {
    const message = t('The server describes its operations in a way that this page does not know: reload the page.');
    throw new Error(message, { cause: parsed.error });
  }
  const { paths, components } = parsed.data;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    MethodSchema.options.flatMap((method): ApiOperation[] => {
      const operation = methods[method];
      if (operation === undefined) return [];
      const { tags, ...rest } = operation;
      return [{ ...rest, method: METHODS[method], path, tag: tags[0] }];
    }),
  );
  const errors = Object.entries(components.examples).map(([code, { value }]) => [code, value.message]);
  return { operations, schemas: components.schemas, errors: Object.fromEntries(errors) };
}

/** The description that the server gives of its operations. */
export function useApiDocument() {
  return useQuery({
    queryKey: queryKeys.apiDocument,
    queryFn: async ({ signal }) => readApiDocument(await api.call('getOpenApi', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
