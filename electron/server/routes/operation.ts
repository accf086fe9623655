import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';
import { objectOfFields, readTexts } from './form-fields.ts';
import { checkInput } from './parse-input.ts';

declare module 'fastify' {
  /** What the OpenAPI document says of a route beside its schemas. */
  interface FastifySchema {
    /** The name of the operation in the document and in clients made from it: unique, camelCase, verb first. */
    readonly operationId?: string;
    /** A few words, without a full stop. */
    readonly summary?: string;
    readonly description?: string;
    readonly tags?: readonly string[];
    /** Fields of the multipart form that the route takes beside JSON. The route reads and checks the form itself. */
    readonly form?: z.ZodType;
    /** Not in the document. */
    readonly hide?: boolean;
  }
}

/** Handlers receive what the zod schemas of their route put out, and must answer what its response schemas take in. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  readonly serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

/** The part of the server under `/api/v1`, as the files of routes see it. */
export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

const PART_NAMES: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' };

/**
 * Makes zod schemas check what the routes of this scope receive. What they answer is checked by the compiler and by
 * tests, not at run time: taking a list of flows through zod costs more than all the rest of the call.
 */
export function acceptZodSchemas(scope: FastifyInstance): ApiApp {
  const api = scope.withTypeProvider<ZodTypeProvider>();
  api.setValidatorCompiler<z.ZodType>(
    ({ schema, httpPart = 'request' }) =>
      (value: unknown) =>
        // No body at all means the same as an empty one.
        checkInput(schema, value ?? {}, PART_NAMES[httpPart] ?? httpPart),
  );
  api.setSerializerCompiler(() => (data: unknown) => JSON.stringify(data));
  api.addHook('onRequest', async (request) => {
    const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
    if (isForm && !request.is404 && request.routeOptions.schema?.form === undefined) {
      throw new UserError('UNSUPPORTED_MEDIA_TYPE', 'This call takes no form: send its fields as application/json.');
    }
  });
  api.addHook('preValidation', async (request) => {
    if (request.formFields === undefined) return;
    const { body, form } = request.routeOptions.schema ?? {};
    const takesJson = form === undefined && body instanceof z.ZodType;
    // A route with a form of its own reads it itself.
    request.body = takesJson ? readTexts(body, objectOfFields(request.formFields)) : {};
  });
  return api;
}
