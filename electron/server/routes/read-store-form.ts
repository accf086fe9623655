import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SourceFile } from '../core/document.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import type { ApiContext } from './api-context.ts';
import { readTexts } from './form-fields.ts';
import { parseInput } from './parse-input.ts';
import { isForm, overridesFromFields, readForm } from './read-upsert-form.ts';

export interface StoreCall<Body> {
  readonly body: Body;
  readonly uploads: readonly SourceFile[];
  readonly folder: RunFolder;
}

/**
 * Reads a call that comes as JSON or as a form with files, whose fields hold JSON texts, and hands it to `work`.
 * Its folder is removed afterwards, unless a run goes on or may be resumed.
 * @throws UserError as reading a form does; INVALID_INPUT naming the field
 */
export async function withStoreCall<Schema extends z.ZodType, Answer>(
  request: FastifyRequest,
  schema: Schema,
  { runs, uploadLimitBytes }: Pick<ApiContext, 'runs' | 'uploadLimitBytes'>,
  work: (call: StoreCall<z.output<Schema>>) => Promise<Answer>,
): Promise<Answer> {
  const folder = await runs.makeFolder();
  try {
    if (!isForm(request)) {
      return await work({ body: parseInput(schema, request.body ?? {}, 'body'), uploads: [], folder });
    }
    const { fields, uploads } = await readForm(request, folder.open(), uploadLimitBytes);
    return await work({
      body: parseInput(schema, readTexts(schema, overridesFromFields(fields)), 'form'),
      uploads,
      folder,
    });
  } finally {
    await folder.discard();
  }
}
