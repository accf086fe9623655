import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson, canonicalProperty, sortedEntries } from '../../../../shared/json/canonical-json.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';
import type { TextChunk } from '../../core/chunk.ts';
import type { Metadata } from '../../core/document.ts';

export interface MetadataRules {
  /** Merged over what the loader found; nested objects are replaced whole. */
  readonly additional: Metadata;
  /** Keys to leave out, separated by commas; a dot leads into a nested object; * leaves out all but the additional ones. */
  readonly omitKeys: string;
  /** Whose value says where a chunk comes from. */
  readonly sourceIdKey: string;
}

/** What a chunk's metadata says of the chunk itself. */
export type LocatedChunk = Omit<TextChunk, 'text'>;

/** The metadata of one document's chunks: they differ in their place, and in what the splitter says of them. */
export interface DocumentMetadata {
  /** Value of the source id key. It is taken before keys are left out, so leaving it out does not part a chunk from its source. */
  readonly source: string;
  /** Canonical JSON of all metadata of a chunk. */
  of(chunk: LocatedChunk): string;
  /** Canonical JSON of the metadata that does not locate the chunk: without `loc` of the splitter, and what the loader marks as position. */
  factsOf(chunk: LocatedChunk): string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What goes into `loc`; names in the order of canonical JSON. */
interface SplitterLoc {
  readonly lines: Span;
  readonly offset: Span;
}

type LocWriter = (place: SplitterLoc) => string;

/**
 * Works out what the chunks of a document carry: the loader's own metadata, then the splitter's, then `source`, then `loc.lines` and
 * `loc.offset`, then the additional metadata, less the keys to leave out.
 * @param position names in `own` that say where the document lies among others
 * @throws UserError INVALID_PARAM if nothing has the source id key
 */
export function describeDocument(
  own: Metadata,
  fileName: string | undefined,
  rules: MetadataRules,
  position: readonly string[] = [],
): DocumentMetadata {
  const named = rules.omitKeys.split(',').map((path) => path.trim());
  // "" names no key: JSON may have one that is called so.
  const paths = named.filter((path) => path !== '');
  const ownLoc = isRecord(own.loc) ? own.loc : {};
  const everything = (place: SplitterLoc, ofChunk?: Metadata): Metadata => ({
    ...own,
    ...ofChunk,
    ...(fileName === undefined ? {} : { source: fileName }),
    loc: { ...ownLoc, ...place },
    ...rules.additional,
  });
  const lasting = without(own, [...position, 'loc']);
  const lastingLoc = position.includes('loc') ? {} : without(ownLoc, PLACE_NAMES);
  const facts = (ofChunk?: Metadata): Metadata => ({
    ...lasting,
    ...ofChunk,
    ...(fileName === undefined ? {} : { source: fileName }),
    ...(Object.keys(lastingLoc).length === 0 ? {} : { loc: lastingLoc }),
    ...rules.additional,
  });
  const filtered = (all: Metadata): Metadata =>
    paths.reduce((metadata, path) => withoutPath(metadata, path), paths.includes('*') ? rules.additional : all);
  const writerOf = (ofChunk: Metadata | undefined): LocWriter =>
    writerFor((place) => filtered(everything(place, ofChunk)));
  const writeFacts = (ofChunk: Metadata | undefined): string => canonicalJson(filtered(facts(ofChunk)));
  // Neighbouring chunks share what the splitter says of them (they lie under one heading), as one object.
  let sharedBy: Metadata | undefined;
  let write = writerOf(sharedBy);
  let written = writeFacts(sharedBy);
  function share(metadata: Metadata | undefined): void {
    if (metadata === sharedBy) return;
    sharedBy = metadata;
    write = writerOf(metadata);
    written = writeFacts(metadata);
  }
  return {
    source: sourceOf(everything(NOWHERE), rules.sourceIdKey),
    of({ fromLine, toLine, start, end, metadata }) {
      share(metadata);
      return write({ lines: { from: fromLine, to: toLine }, offset: { from: start, to: end } });
    },
    factsOf({ metadata }) {
      share(metadata);
      return written;
    },
  };
}

const NOWHERE: SplitterLoc = { lines: { from: 0, to: 0 }, offset: { from: 0, to: 0 } };
const PLACE_NAMES = ['lines', 'offset'] as const;

/** All but the place is written once, unless a rule reaches into the place itself. */
function writerFor(build: (place: SplitterLoc) => Metadata): LocWriter {
  const sample = build(NOWHERE);
  const { loc } = sample;
  if (!isRecord(loc)) {
    const text = canonicalJson(sample);
    return () => text;
  }
  const names = PLACE_NAMES.filter((name) => loc[name] !== undefined);
  if (names.some((name) => loc[name] !== NOWHERE[name])) return (place) => canonicalJson(build(place));
  const [before = '', after = ''] = partedAt(sample, ['loc']);
  const [first = '', ...rest] = partedAt(loc, names);
  return (place) => {
    let text = before + first;
    for (const [index, name] of names.entries()) {
      const { from, to } = place[name];
      text += `{"from":${from},"to":${to}}${rest[index]}`;
    }
    return text + after;
  };
}

/** The canonical JSON of an object, parted at the values of these properties (named in canonical order). */
function partedAt(object: Metadata, names: readonly string[]): string[] {
  const parts: string[] = [];
  let part = '{';
  for (const [index, [key, value]] of sortedEntries(object).entries()) {
    if (index > 0) part += ',';
    if (names.includes(key)) {
      parts.push(`${part}${JSON.stringify(key)}:`);
      part = '';
    } else {
      part += canonicalProperty(key, value);
    }
  }
  return [...parts, `${part}}`];
}

function isRecord(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy without the property that the path names; a name that has dots itself counts as well. */
function withoutPath(object: Metadata, path: string): Metadata {
  if (Object.hasOwn(object, path)) return withoutKey(object, path);
  const dot = path.indexOf('.');
  if (dot === -1) return object;
  const first = path.slice(0, dot);
  const nested = Object.hasOwn(object, first) ? object[first] : undefined;
  if (!isRecord(nested)) return object;
  const shortened = withoutPath(nested, path.slice(dot + 1));
  return shortened === nested ? object : { ...object, [first]: shortened };
}

function withoutKey(object: Metadata, key: string): Metadata {
  return without(object, [key]);
}

function without(object: Metadata, keys: readonly string[]): Metadata {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !keys.includes(name)));
}

function sourceOf(metadata: Metadata, key: string): string {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  if (isUnset(value)) {
    throw new UserError(
      'INVALID_PARAM',
      `No chunk has the metadata "${key}", which the record manager takes for its source: add it to the loader's additional metadata, or set the source id key to "source".`,
      { details: { key } },
    );
  }
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}
