import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { absentable } from '../../../shared/api/common.ts';
import { OverrideConfigSchema, SkipFailedFilesSchema } from '../../../shared/api/vector.ts';
import { AppError, UserError } from '../../../shared/errors/errors.ts';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../../../shared/json/nesting.ts';
import { parseFormJson } from '../../../shared/json/parse-json.ts';
import { cleanFileName, NAMELESS } from '../../../shared/text/file-names.ts';
import { formatLimit } from '../../../shared/text/format.ts';
import type { SourceFile } from '../core/document.ts';
import type { FormFields } from '../plugins/request-bodies.ts';
import { isMixedForm, readableForm } from '../services/forms/form-request.ts';
import { hashFile } from '../services/forms/hash-file.ts';
import { objectOfFields } from './form-fields.ts';
import { parseInput } from './parse-input.ts';
import { nameUploads } from './upload-names.ts';

export interface UpsertForm {
  readonly overrideConfig: Record<string, unknown>;
  readonly stopNodeId: string | undefined;
  readonly skipFailedFiles: boolean | undefined;
  readonly uploads: readonly SourceFile[];
}

/** Fields of Flowise's form that are no overrides (it shares the form with its chat). */
const NOT_OVERRIDES = new Set([
  'chatId',
  'sessionId',
  'question',
  'history',
  'streaming',
  'stopNodeId',
  'replaceFrom',
  'overrideConfig',
]);

/** Counts all bytes of a request's files, and stops it at the limit while they stream in. */
function countBytes(limitBytes: number, total: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total.bytes += chunk.length;
      if (total.bytes > limitBytes) {
        done(
          new UserError(
            'PAYLOAD_TOO_LARGE',
            `The files are over ${formatLimit(limitBytes)} together: send fewer of them at once.`,
          ),
        );
      } else done(null, chunk);
    },
  });
}

const OVERRIDES = 'overrideConfig';
/** Of the hash of a file without a name: the same content again is the same source, other content is another one. */
const HASH_LETTERS = 12;

/** `overrideConfig[chunkSize]` is `chunkSize`, and `overrideConfig[metadata][a]` is `metadata[a]`. */
function withoutPrefix(name: string): string {
  const [, key, rest = ''] = /^overrideConfig\[([^[\]]+)\](.*)$/.exec(name) ?? [];
  return key === undefined ? name : key + rest;
}

/** Form fields to overrides: `overrideConfig` as JSON, single keys beside it or in brackets behind it, `metadata[a]=1` as an object. */
export function overridesFromFields(sent: FormFields): Record<string, unknown> {
  const fields = sent.map(([name, value]) => [withoutPrefix(name), value] as const);
  const single = Object.entries(objectOfFields(fields)).filter(([name]) => !NOT_OVERRIDES.has(name));
  const [, text = ''] = fields.findLast(([name]) => name === OVERRIDES) ?? [];
  return { ...(text.trim() === '' ? {} : parseOverrideText(text)), ...Object.fromEntries(single) };
}

function parseOverrideText(text: string): Record<string, unknown> {
  if (isNestedTooDeep(text)) {
    const message = `The form field overrideConfig is nested over ${MAX_JSON_DEPTH} levels deep: send a flatter object.`;
    throw new UserError('INVALID_JSON', message);
  }
  const json = parseFormJson(text);
  if (json === undefined) {
    throw new UserError('INVALID_JSON', 'The form field overrideConfig is not JSON: send the text of an object.');
  }
  return parseInput(absentable(OverrideConfigSchema), json, 'form field overrideConfig') ?? {};
}

function fieldTooLarge(name: string): UserError {
  return new UserError('PAYLOAD_TOO_LARGE', `The form field ${name} is over the limit: send large texts as files.`);
}

/** A field that says it is JSON comes parsed. */
function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw fieldTooLarge(fieldname);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The form's parser throws errors without a code; a stream that ends too soon has a code of its own. All others mean something else. */
function isMalformed(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  return !('code' in error) || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function fileTooLarge(name: string): UserError {
  return new UserError(
    'FILE_TOO_LARGE',
    `${name} is over the limit for one file: raise fileLimitBytes in settings.json, or split the file.`,
  );
}

/** The parts of a form, from a body that the parser can read. */
function partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  const readable: FastifyRequest = Object.create(request, {
    raw: { value: readableForm(request.raw) },
    isMultipart: { value: () => true },
  });
  return readable.parts();
}

/** The text of a field that comes as a file: a JSON blob of a script. */
async function textOfFile({ fieldname, file }: MultipartFile, request: FastifyRequest): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of file) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > request.routeOptions.bodyLimit) throw fieldTooLarge(fieldname);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** The fields of a form in their order, and its files. */
export interface Form {
  readonly fields: FormFields;
  readonly uploads: readonly SourceFile[];
}

/** Whether the body of a call is a form, with files or without. */
export function isForm(request: FastifyRequest): boolean {
  return request.isMultipart() || isMixedForm(request.headers['content-type']) || request.formFields !== undefined;
}

/**
 * Reads a form: files go to `folder` as they come, under names of ours.
 * @throws UserError FILE_TOO_LARGE or PAYLOAD_TOO_LARGE (413), INVALID_MULTIPART (400)
 */
export async function readForm(request: FastifyRequest, folder: string, uploadLimitBytes: number): Promise<Form> {
  if (request.formFields !== undefined) return { fields: request.formFields, uploads: [] };
  const fields: [string, string][] = [];
  const uploads: SourceFile[] = [];
  const total = { bytes: 0 };
  const nameUpload = nameUploads();
  async function store(part: MultipartFile): Promise<void> {
    const path = join(folder, `upload-${uploads.length}`);
    const name = cleanFileName(part.filename ?? '');
    const before = total.bytes;
    // At once, so that the caller need not send the rest of a refused file.
    if (part.file.truncated) throw fileTooLarge(name);
    part.file.once('limit', () => part.file.destroy(fileTooLarge(name)));
    await pipeline(part.file, countBytes(uploadLimitBytes, total), createWriteStream(path, { mode: 0o600 }));
    const isNameless = name === NAMELESS && part.filename?.endsWith(NAMELESS) !== true;
    const own = isNameless ? `${name}-${(await hashFile(path)).slice(0, HASH_LETTERS)}` : name;
    uploads.push({ ...nameUpload(own), path, sizeBytes: total.bytes - before });
  }
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'file' && part.fieldname === OVERRIDES)
        fields.push([OVERRIDES, await textOfFile(part, request)]);
      else if (part.type === 'file') await store(part);
      else fields.push([part.fieldname, textOf(part)]);
    }
  } catch (error) {
    throw isMalformed(error)
      ? new UserError('INVALID_MULTIPART', `The form can't be read (${error.message}): check how it is sent.`, {
          cause: error,
        })
      : error;
  }
  return { fields, uploads };
}

/** Reads an upsert of a flow that comes as a form. @throws UserError as {@link readForm} does; INVALID_JSON (400) */
export async function readUpsertForm(
  request: FastifyRequest,
  folder: string,
  uploadLimitBytes: number,
): Promise<UpsertForm> {
  const { fields, uploads } = await readForm(request, folder, uploadLimitBytes);
  const stopNodeId = fields.find(([name]) => name === 'stopNodeId')?.[1];
  const { skipFailedFiles: skip, ...overrideConfig } = overridesFromFields(fields);
  const skipFailedFiles = parseInput(SkipFailedFilesSchema, skip, 'form field skipFailedFiles');
  return { overrideConfig, stopNodeId: stopNodeId || undefined, skipFailedFiles, uploads };
}
