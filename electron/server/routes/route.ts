import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';
import type { Operation, Operations, SuccessAnswer } from '../../../shared/operations/operation.ts';
import type { ApiContext } from './api-context.ts';
import { objectOfFields, readTexts } from './form-fields.ts';
import { checkInput } from './parse-input.ts';
import { accessOf, type RouteTouches, type Touches } from './touches.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** See {@link Operation}. */
    readonly form?: z.ZodType;
  }
}

/** What a route adds to its operation, whatever the schemas of that: they have checked what its functions receive. */
interface RouteHalf {
  /** Whose data the call touches: the guard requires their keys. */
  readonly touches: RouteTouches;
  /** Needs neither a key nor the secret of the data folder, whatever the settings. */
  readonly isOpen?: true;
  /** Runs before the body is read, so that a call which is refused costs nobody an upload. */
  admit?(request: FastifyRequest, context: ApiContext): void;
  handle(request: FastifyRequest, context: ApiContext, reply: FastifyReply): unknown;
}

/** An operation with its id, and what the server does for it. */
export interface Route extends Operation, RouteHalf {
  readonly operationId: string;
}

/** The body of an answer as JSON that is written already, or while it is sent: for answers that many calls get alike, and for very long ones. */
export interface WrittenJson<Answer> {
  readonly json: Buffer | Readable;
  /** Never set: says to the compiler what the JSON is of. */
  readonly of?: Answer;
}

type Answers = Readonly<Record<number, SuccessAnswer>>;

/** What a handler returns: the body of an answer, or, where it is not JSON, the reply that it was sent by. */
type Answered<Given extends Answers> = {
  [Status in keyof Given]: Given[Status] extends z.ZodType
    ? z.input<Given[Status]> | WrittenJson<z.input<Given[Status]>>
    : FastifyReply;
}[keyof Given];

/** The output of a schema of an operation; nothing where it has none. */
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Part<O, Name extends 'params' | 'query' | 'headers'> = O extends { readonly [Key in Name]: infer Schema }
  ? Output<Schema>
  : Record<never, never>;
type BodyOf<O> = O extends { readonly body: infer Schema } ? Output<Schema> : unknown;

/** A request whose parts are the output of its schemas. */
interface CheckedRequest<O> extends Omit<FastifyRequest, 'params' | 'query' | 'headers' | 'body'> {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly headers: FastifyRequest['headers'] & Part<O, 'headers'>;
  readonly body: BodyOf<O>;
}

/** The route of an operation. Its functions receive the output of the schemas, and return the input of those of the answers. */
interface RouteOf<O extends Operation> {
  readonly touches: Touches<Part<O, 'params'>, Part<O, 'query'>, BodyOf<O>>;
  readonly isOpen?: true;
  admit?(request: FastifyRequest<{ Params: Part<O, 'params'> }>, context: ApiContext): void;
  handle(
    request: CheckedRequest<O>,
    context: ApiContext,
    reply: FastifyReply,
  ): Answered<O['answers']> | Promise<Answered<O['answers']>>;
}

/** A route for each operation of a group: one that is missing, or too many, does not compile. */
export type RoutesOf<Group extends Operations> = { readonly [Id in keyof Group]: RouteOf<Group[Id]> };

/** The operations of a table with the routes of another one. */
export function joinRoutes<Group extends Operations>(operations: Group, halves: RoutesOf<Group>): readonly Route[] {
  const byId: Readonly<Record<string, RouteHalf>> = halves;
  return Object.entries<Operation>(operations).map(([operationId, operation]) => {
    const half = byId[operationId];
    if (half === undefined) throw new Error(`The operation ${operationId} has no route.`);
    return { ...operation, ...half, operationId };
  });
}

const PART_NAMES: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' };

/**
 * Makes zod schemas check what the routes of this scope receive. What they answer is checked by the compiler and by
 * tests, not at run time: taking a list of flows through zod costs more than all the rest of the call.
 */
export function acceptZodSchemas(api: FastifyInstance): void {
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
}

function isWritten(answer: unknown): answer is WrittenJson<unknown> {
  if (typeof answer !== 'object' || answer === null || !('json' in answer)) return false;
  return Buffer.isBuffer(answer.json) || answer.json instanceof Readable;
}

/** A path as Fastify writes it. */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Registers the routes of a list. */
export function registerRoutes(api: FastifyInstance, routes: readonly Route[], context: ApiContext): void {
  for (const definition of routes) {
    const { method, path, admit, handle, params, query, headers, body, form, answers } = definition;
    // A call that changes something does not pass over a parameter that is spelt wrong.
    const querystring = method === 'GET' ? query : query?.strict();
    const parts = { params, querystring, headers, body, form };
    api.route({
      method,
      url: fastifyPath(path),
      config: { access: accessOf(definition, context) },
      schema: {
        ...Object.fromEntries(Object.entries(parts).filter(([, schema]) => schema !== undefined)),
        response: answers,
      },
      ...(admit === undefined ? {} : { onRequest: async (request: FastifyRequest) => admit(request, context) }),
      async handler(request, reply) {
        const answer = await handle(request, context, reply);
        return isWritten(answer) ? reply.type('application/json; charset=utf-8').send(answer.json) : answer;
      },
    });
  }
}
