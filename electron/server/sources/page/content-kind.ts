import { DATA_TYPES, DOCUMENT_TYPES } from '../../../../shared/nodes/media-types.ts';

/** How to read an answer. `extension` selects the reader of a file. */
export type ContentKind =
  | { readonly kind: 'html' }
  | { readonly kind: 'text' }
  | { readonly kind: 'file'; readonly extension: string };

/** The content types of servers that do not know a file's type. */
const UNKNOWN = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'];

/**
 * How an answer can be read.
 * @param withData whether files for programs count
 * @returns undefined for an answer without text, or without text for people
 */
export function contentKind(contentType: string | null, url: URL, withData: boolean): ContentKind | undefined {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'html' };
  if (UNKNOWN.includes(type)) return kindByName(url, withData, type === '');
  if (type === 'text/plain') return kindByName(url, withData, false) ?? { kind: 'text' };
  const extension = DOCUMENT_TYPES.get(type) ?? (withData ? DATA_TYPES.get(type) : undefined);
  return extension === undefined ? undefined : { kind: 'file', extension };
}

function kindByName({ pathname }: URL, withData: boolean, orPage: boolean): ContentKind | undefined {
  const extension = /\.\w+$/.exec(pathname)?.[0].toLowerCase() ?? '';
  const known = [...DOCUMENT_TYPES.values(), ...(withData ? DATA_TYPES.values() : [])];
  if (known.includes(extension)) return { kind: 'file', extension };
  if (extension === '.txt') return { kind: 'text' };
  // Few servers send no content type, and those serve pages.
  return orPage || /^\.(html?|xhtml)$/.test(extension) ? { kind: 'html' } : undefined;
}

/** A name for the file at an address, with the extension of its kind. */
export function fileNameOf(url: URL, extension: string): string {
  const last = decodeName(url.pathname.split('/').findLast((part) => part !== '') ?? url.hostname);
  return last.toLowerCase().endsWith(extension) ? last : `${last}${extension}`;
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not every % begins an escape.
    return text;
  }
}
