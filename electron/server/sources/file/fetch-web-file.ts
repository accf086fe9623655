import type { AppError } from '../../../../shared/errors/errors.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { isNeverAllowed } from '../../../../shared/net/address-kind.ts';
import { extensionOf } from '../../../../shared/nodes/accepts-file.ts';
import { cleanFileName } from '../../../../shared/text/file-names.ts';
import { requireSuccess } from '../../http/require-success.ts';
import { createWebClient } from '../../http/web-client.ts';
import { parseWebAddress, shownAddress } from '../../http/web-errors.ts';
import { contentKind } from '../page/content-kind.ts';

export interface WebFile {
  /** A path that begins with the site: `example.com/guides/hours.html`. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** No loader finds text in these. */
const NEVER_TEXT = /^(image|audio|video|font)\//i;

/**
 * Fetches what lies at an address, as a file with a name.
 * @throws UserError INVALID_PARAM for what is no web address; ADDRESS_REFUSED for one of this machine or a private network, unless these are allowed;
 *   UNSUPPORTED_FILE_TYPE for what can have no text; FILE_TOO_LARGE; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; the signal's reason
 */
export async function fetchWebFile(
  address: string,
  { allowLocalNetwork, signal }: { readonly allowLocalNetwork: boolean; readonly signal: AbortSignal },
): Promise<WebFile> {
  const url = parseWebAddress(address);
  const client = createWebClient({ allowLocalNetwork });
  try {
    const answer = await client.fetchBytes(url, { signal });
    requireSuccess(answer);
    const contentType = answer.headers.get('content-type') ?? '';
    if (NEVER_TEXT.test(contentType)) throw notText(url, contentType);
    return { name: nameOf(url, contentType), contentType, bytes: answer.body };
  } catch (error) {
    throw isRefusedAddress(error) ? refusedHere(error) : error;
  } finally {
    await client.close();
  }
}

function notText(url: URL, contentType: string): UserError {
  const message = `${shownAddress(url)} answers with ${contentType}, which has no text: choose a page or a document.`;
  return new UserError('UNSUPPORTED_FILE_TYPE', message, { details: { address: shownAddress(url), contentType } });
}

function isRefusedAddress(error: unknown): error is AppError {
  return error instanceof UserError && error.code === 'ADDRESS_REFUSED' && !isNeverAllowed(error.details?.addressKind);
}

/** There is no node here whose switch would help. */
function refusedHere(error: AppError): UserError {
  const [what = ''] = error.message.split(': ');
  return new UserError('ADDRESS_REFUSED', `${what}: read it only if you trust what answers there.`, {
    ...(error.details === undefined ? {} : { details: error.details }),
    cause: error,
  });
}

/** The name says the site, the path and what the query asks for, so that other addresses are other documents. */
function nameOf(url: URL, contentType: string): string {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const query = url.search.replaceAll(/[^\p{L}\p{N}._=-]+/gu, ' ').trim();
  const last = [decode(parts.pop() ?? 'index'), query].filter((part) => part !== '').join(' ');
  const path = [url.host, ...parts.map(decode), withExtension(last, contentType, url)].join('/');
  return cleanFileName(path);
}

function withExtension(name: string, contentType: string, url: URL): string {
  const kind = contentKind(contentType, url, true);
  const has = extensionOf(name);
  if (kind?.kind === 'html') return /^\.x?html?$/.test(has) ? name : `${name}.html`;
  if (kind?.kind === 'file') return has === kind.extension ? name : `${name}${kind.extension}`;
  return has === '' ? `${name}.txt` : name;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('/', ' ');
  } catch {
    // Not every % begins an escape.
    return part;
  }
}
