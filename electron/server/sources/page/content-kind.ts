/** How to read an answer. `extension` selects the reader of a file. */
export type ContentKind =
  | { readonly kind: 'html' }
  | { readonly kind: 'text' }
  | { readonly kind: 'file'; readonly extension: string };

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Files for people. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', '.pdf'],
  ['application/x-pdf', '.pdf'],
  ['text/markdown', '.md'],
  ['text/x-markdown', '.md'],
  ['application/rtf', '.rtf'],
  ['text/rtf', '.rtf'],
  ['application/epub+zip', '.epub'],
  ['application/vnd.oasis.opendocument.text', '.odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', '.ods'],
  ['application/vnd.oasis.opendocument.presentation', '.odp'],
  ['application/x-tex', '.tex'],
  ['text/x-tex', '.tex'],
  ['application/x-ipynb+json', '.ipynb'],
  ['message/rfc822', '.eml'],
  ['application/vnd.ms-outlook', '.msg'],
  ['multipart/related', '.mhtml'],
  [`${OFFICE}.wordprocessingml.document`, '.docx'],
  [`${OFFICE}.spreadsheetml.sheet`, '.xlsx'],
  [`${OFFICE}.presentationml.presentation`, '.pptx'],
]);

/** Files for programs: among the pages of a site these are feeds, lists and settings. */
const DATA: ReadonlyMap<string, string> = new Map([
  ['text/csv', '.csv'],
  ['text/tab-separated-values', '.tsv'],
  ['application/json', '.json'],
  ['application/x-ndjson', '.jsonl'],
  ['application/xml', '.xml'],
  ['text/xml', '.xml'],
  ['text/calendar', '.ics'],
  ['text/vcard', '.vcf'],
]);

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
  const extension = DOCUMENTS.get(type) ?? (withData ? DATA.get(type) : undefined);
  return extension === undefined ? undefined : { kind: 'file', extension };
}

function kindByName({ pathname }: URL, withData: boolean, orPage: boolean): ContentKind | undefined {
  const extension = /\.\w+$/.exec(pathname)?.[0].toLowerCase() ?? '';
  const known = [...DOCUMENTS.values(), ...(withData ? DATA.values() : [])];
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
