import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';

/** Types that browsers show without running anything in them. All others are bytes. */
const SAFE_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** A part of a file, and what to say of it. */
export interface FilePart {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly stream: Readable;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The one span that a Range header requests; undefined: the whole file. @throws UserError RANGE_NOT_SATISFIABLE for one beyond its end */
function readRange(header: string | undefined, sizeBytes: number): Span | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start > end) {
    throw new UserError('RANGE_NOT_SATISFIABLE', `The file has ${sizeBytes} bytes: ask for a range within it.`, {
      details: { sizeBytes },
    });
  }
  return { start, end };
}

function dispositionOf(source: string): string {
  const name = posix.basename(source.replaceAll('\\', '/'));
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Opens a file for a download, whole or in part. Nothing in it can run in a page of ours.
 * @param name of the file, for people
 * @param range the header of the request
 * @param missing the error for a file that is not there
 * @throws UserError RANGE_NOT_SATISFIABLE; `missing`
 */
export async function openFilePart(
  path: string,
  name: string,
  range: string | undefined,
  missing: () => UserError,
): Promise<FilePart> {
  const handle = await open(path).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? missing() : error;
  });
  try {
    const { size } = await handle.stat();
    const span = size === 0 ? undefined : readRange(range, size);
    const { start, end } = span ?? { start: 0, end: size - 1 };
    const extension = posix.extname(name).toLowerCase();
    const headers = {
      'content-type': SAFE_TYPES[extension] ?? 'application/octet-stream',
      'content-disposition': dispositionOf(name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-length': end - start + 1,
      ...(span === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
    };
    // Closes the handle at its end, and when the caller hangs up.
    const stream = size === 0 ? Readable.from([]) : handle.createReadStream({ start, end });
    return { status: span === undefined ? 200 : 206, headers, stream };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
