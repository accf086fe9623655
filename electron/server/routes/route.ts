import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';
import type { Operation, SuccessAnswer } from '../openapi/operation.ts';
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

/** An operation and what it does, whatever its schemas: they have checked what its functions receive. */
export interface Route extends Operation {
  /** Whose data the call touches: the guard asks for their keys. */
  readonly touches: RouteTouches;
  /** Needs neither a key nor the secret of the data folder, whatever the settings. */
  readonly isOpen?: true;
  /** Runs before the body is read, so that a call which is refused costs nobody an upload. */
  admit?(request: FastifyRequest, context: ApiContext): void;
  handle(request: FastifyRequest, context: ApiContext, reply: FastifyReply): unknown;
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

/** A request whose parts are what its schemas put out. */
interface CheckedRequest<Params, Query, Headers, Body>
  extends Omit<FastifyRequest, 'params' | 'query' | 'headers' | 'body'> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: FastifyRequest['headers'] & Headers;
  readonly body: Body;
}

interface TypedRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Given extends Answers,
> extends Operation {
  readonly touches: Touches<z.output<Params>, z.output<Query>, z.output<Body>>;
  readonly isOpen?: true;
  readonly params?: Params;
  readonly querystring?: Query;
  readonly headers?: Headers;
  readonly body?: Body;
  readonly answers: Given;
  admit?(request: FastifyRequest<{ Params: z.output<Params> }>, context: ApiContext): void;
  handle(
    request: CheckedRequest<z.output<Params>, z.output<Query>, z.output<Headers>, z.output<Body>>,
    context: ApiContext,
    reply: FastifyReply,
  ): Answered<Given> | Promise<Answered<Given>>;
}

/** One entry of the list of routes. Its functions receive what its zod schemas put out, and answer what the schemas of its answers take in. */
export function route<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Given extends Answers,
>(definition: TypedRoute<Params, Query, Headers, Body, Given>): Route {
  return definition;
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

/** Registers the routes of a list. */
export function registerRoutes(api: FastifyInstance, routes: readonly Route[], context: ApiContext): void {
  for (const definition of routes) {
    const { method, path, admit, handle, answers, touches: _touches, isOpen: _isOpen, ...schema } = definition;
    api.route({
      method,
      url: path,
      config: { access: accessOf(definition, context) },
      schema: { ...schema, response: answers },
      ...(admit === undefined ? {} : { onRequest: async (request: FastifyRequest) => admit(request, context) }),
      async handler(request, reply) {
        const answer = await handle(request, context, reply);
        return isWritten(answer) ? reply.type('application/json; charset=utf-8').send(answer.json) : answer;
      },
    });
  }
}
