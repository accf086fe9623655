import { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { UserError } from '../../../shared/errors/errors.ts';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../../../shared/json/nesting.ts';
import type { Config } from '../config.ts';
import { badlyPacked, decoderOf } from '../services/forms/body-encoding.ts';

/** The fields of a form in their order; a name may occur more than once. */
export type FormFields = readonly (readonly [name: string, value: string])[];

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of an `application/x-www-form-urlencoded` body; undefined for another body. */
    formFields: FormFields | undefined;
  }
}

/** Reads urlencoded bodies, with the size limit of JSON. Register it after the JSON bodies. */
function formBody(app: FastifyInstance): void {
  app.decorateRequest('formFields', undefined);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    request.formFields = [...new URLSearchParams(String(body))];
    done(null, {});
  });
}

/** Unpacks bodies with a `Content-Encoding`, with the size limit of JSON for what comes out. Forms with files are unpacked where they are read. */
function packedBody(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const decoder = decoderOf(request.headers['content-encoding']);
    if (decoder === undefined || /^\s*multipart\//i.test(request.headers['content-type'] ?? '')) return payload;
    let receivedEncodedLength = 0;
    payload.on('data', (chunk: Buffer) => {
      receivedEncodedLength += chunk.length;
    });
    payload.once('error', (error) => decoder.destroy(error));
    const unpacked = payload.pipe(decoder);
    async function* read() {
      try {
        yield* unpacked;
      } catch (error) {
        throw error instanceof Error ? badlyPacked(error) : error;
      }
    }
    return Object.defineProperty(Readable.from(read(), { objectMode: false }), 'receivedEncodedLength', {
      get: () => receivedEncodedLength,
    });
  });
}

function describeRefused(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    // The rest of the message repeats the body.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
    const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
    return `The body is not JSON${place}: check its quotes and commas.`;
  }
  return 'The body has a key "__proto__", or "prototype" in "constructor", which is not taken: leave it out.';
}

/**
 * Reads JSON bodies only (forms have their own plugins). An empty body means `{}`, which Flowise's scripts send. Keys that would reach a prototype
 * are refused.
 */
function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') {
      done(null, {});
      return;
    }
    if (isNestedTooDeep(text)) {
      done(new UserError('INVALID_JSON', `The body is nested over ${MAX_JSON_DEPTH} levels deep: send a flatter one.`));
      return;
    }
    parse(request, text, (error, value) => {
      if (error === null) done(null, value);
      else done(new UserError('INVALID_JSON', describeRefused(text), { cause: error }));
    });
  });
}

/** Parts of one form: files and fields together. */
const MOST_PARTS = 10_000;

/** Which bodies are read, and how: JSON, forms with and without files, packed or not. */
export async function acceptBodies(
  app: FastifyInstance,
  config: Pick<Config, 'fileLimitBytes' | 'jsonLimitBytes'>,
): Promise<void> {
  packedBody(app);
  jsonBody(app);
  formBody(app);
  // It is read where its files are stored, as other forms are.
  app.addContentTypeParser('multipart/mixed', (_request, _payload, done) => done(null));
  await app.register(fastifyMultipart, {
    limits: {
      fileSize: config.fileLimitBytes,
      fieldSize: config.jsonLimitBytes,
      parts: MOST_PARTS,
      files: MOST_PARTS,
      fields: MOST_PARTS,
    },
    throwFileSizeLimit: true,
    // A file of a chosen folder is named by its path in it.
    preservePath: true,
  });
}
