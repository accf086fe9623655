import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { badlyPacked, decoderOf } from '../services/forms/body-encoding.ts';

/** Unpacks bodies with a `Content-Encoding`, with the size limit of JSON for what comes out. Forms with files are unpacked where they are read. */
export function packedBody(app: FastifyInstance): void {
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
