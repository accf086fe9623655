import type { Script } from '../text/script-writer.ts';

/** Groups without document text. All groups that start with `\*` are skipped too. */
export const UNSEEN = new Set(
  `colortbl filetbl fldinst footer footerf footerl footerr header headerf headerl headerr listoverridetable listtable
  nonesttables objdata pict revtbl rsidtbl shprslt stylesheet tc tcn themedata upr xe`.split(/\s+/),
);
/** Groups with text inside skipped ones: the Unicode twin of another group, and the text of drawing objects. */
export const SEEN = new Set(['ud', 'shptxt']);

/** Header groups that are read but are not text. */
export const PARTS: ReadonlyMap<string, 'fonts' | 'info'> = new Map([
  ['fonttbl', 'fonts'],
  ['info', 'info'],
]);
export const PROPERTIES = new Set(['title', 'author']);

export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['tab', ' '],
  ['~', ' '],
  ['_', '-'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
]);

/** Raised and lowered text; with a 0 behind, no longer. */
export const SCRIPTS: ReadonlyMap<string, Script | undefined> = new Map([
  ...['super', 'up'].map((name) => [name, 'superscript'] as const),
  ...['sub', 'dn'].map((name) => [name, 'subscript'] as const),
  ['nosupersub', undefined] as const,
]);

/** A backslash before a line end means `\par` too. */
export const PARAGRAPH_ENDS = new Set(['par', 'sect', 'page', '\n', '\r']);

/** Groups with the mark of a list item as it shows. */
export const LIST_MARKS = new Set(['listtext', 'pntext']);
