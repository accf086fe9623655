import { extensionOf } from './accepts-file.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Media types of files for people, with the extension of each. */
export const DOCUMENT_TYPES: ReadonlyMap<string, string> = new Map([
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

/** The same of files for programs: among the pages of a site these are feeds, lists and settings. */
export const DATA_TYPES: ReadonlyMap<string, string> = new Map([
  ['text/csv', '.csv'],
  ['text/tab-separated-values', '.tsv'],
  ['application/json', '.json'],
  ['application/x-ndjson', '.jsonl'],
  ['application/xml', '.xml'],
  ['text/xml', '.xml'],
  ['text/calendar', '.ics'],
  ['text/vcard', '.vcf'],
]);

/** Where a type has several names, the first is the one that is meant. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  [
    ...DOCUMENT_TYPES,
    ...DATA_TYPES,
    ...([
      ['text/plain', '.txt'],
      ['text/html', '.html'],
      ['text/html', '.htm'],
      ['text/css', '.css'],
      ['application/sql', '.sql'],
      ['application/x-yaml', '.yaml'],
      ['application/x-yaml', '.yml'],
      ['image/png', '.png'],
      ['image/jpeg', '.jpg'],
      ['image/jpeg', '.jpeg'],
      ['image/gif', '.gif'],
      ['image/webp', '.webp'],
    ] as const),
  ]
    .map(([type, extension]) => [extension, type] as const)
    .reverse(),
);

/** The media type of a file, by its name; undefined for one that is not known. */
export function mediaTypeOf(fileName: string): string | undefined {
  return BY_EXTENSION.get(extensionOf(fileName));
}
