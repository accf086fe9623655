import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SourceFile } from '../core/document.ts';
import { readTexts } from './form-fields.ts';
import { parseInput } from './parse-input.ts';
import { isForm, overridesFromFields, readForm } from './read-upsert-form.ts';

export interface StoreCall<Body> {
  readonly body: Body;
  readonly uploads: readonly SourceFile[];
}

/**
 * What a call of a document store brings, as JSON or as a form with files; the fields of a form hold JSON texts.
 * @param folder where files go as they come
 * @throws UserError as reading a form does; INVALID_INPUT naming the field
 */
export async function readStoreCall<Schema extends z.ZodType>(
  request: FastifyRequest,
  {
    schema,
    folder,
    uploadLimitBytes,
  }: { readonly schema: Schema; readonly folder: string; readonly uploadLimitBytes: number },
): Promise<StoreCall<z.output<Schema>>> {
  if (!isForm(request)) return { body: parseInput(schema, request.body ?? {}, 'body'), uploads: [] };
  const { fields, uploads } = await readForm(request, folder, uploadLimitBytes);
  return { body: parseInput(schema, readTexts(schema, overridesFromFields(fields)), 'form'), uploads };
}
