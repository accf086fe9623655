import type { Readable } from 'node:stream';
import { UserError } from '../../../../shared/errors/errors.ts';
import { badlyPacked, decoderOf } from './body-encoding.ts';
import { FormParts } from './form-parts.ts';

const MIXED = /^\s*multipart\/mixed\b/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/** Whether a body has parts that name no fields: files, as mail programs and libraries for REST send them. */
export function isMixedForm(contentType: string | undefined): boolean {
  return MIXED.test(contentType ?? '');
}

interface RawBody extends Readable {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The body of a form as the parser reads it: unpacked, with names in UTF-8.
 * @throws UserError INVALID_MULTIPART, UNSUPPORTED_MEDIA_TYPE
 */
export function readableForm(raw: RawBody): RawBody {
  const contentType = String(raw.headers['content-type'] ?? '');
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) {
    throw new UserError('INVALID_MULTIPART', "The form can't be read: its Content-Type names no boundary.");
  }
  const decoder = decoderOf(String(raw.headers['content-encoding'] ?? ''));
  const parts = new FormParts(boundary, isMixedForm(contentType));
  // Not a pipeline: that would end the connection before the answer to a form that is refused.
  const unpacked = decoder === undefined ? raw : raw.pipe(decoder);
  decoder?.once('error', (error) => parts.destroy(badlyPacked(error)));
  raw.once('error', (error) => parts.destroy(error));
  raw.once('close', () => {
    if (!raw.readableEnded) parts.destroy();
  });
  unpacked.pipe(parts);
  const headers = { ...raw.headers, 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return Object.assign(parts, { headers });
}
