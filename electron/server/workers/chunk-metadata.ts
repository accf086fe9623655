import { UserError } from '../../../shared/errors/errors.ts';
import { canonicalJson, canonicalProperty, sortedEntries } from '../../../shared/json/canonical-json.ts';
import type { Metadata } from '../metadata.ts';

export interface MetadataRules {
  /** Merged over what the loader found; nested objects are replaced whole. */
  readonly additional: Metadata;
  /** Keys to leave out, separated by commas; a dot leads into a nested object; * leaves out all but the additional ones. */
  readonly omitKeys: string;
  /** Whose value says where a chunk comes from. */
  readonly sourceIdKey: string;
}

/** The metadata of one document's chunks: they differ in their lines only. */
export interface DocumentMetadata {
  /** Value of the source id key. It is taken before keys are left out, so leaving it out does not part a chunk from its source. */
  readonly source: string;
  /** Canonical JSON of all metadata of the chunk at these lines. */
  at(fromLine: number, toLine: number): string;
}

interface Lines {
  readonly from: number;
  readonly to: number;
}

/**
 * Works out what the chunks of a document carry: the loader's own metadata, then `source`, then `loc.lines`, then the
 * additional metadata, less the keys to leave out.
 * @throws UserError INVALID_PARAM if nothing has the source id key
 */
export function describeDocument(own: Metadata, fileName: string, rules: MetadataRules): DocumentMetadata {
  const paths = rules.omitKeys.split(',').map((path) => path.trim());
  const ownLoc = isRecord(own.loc) ? own.loc : {};
  const everything = (lines: Lines): Metadata => ({
    ...own,
    source: fileName,
    loc: { ...ownLoc, lines },
    ...rules.additional,
  });
  const build = (lines: Lines): Metadata => {
    const kept = paths.includes('*') ? rules.additional : everything(lines);
    return paths.reduce((metadata, path) => withoutPath(metadata, path), kept);
  };
  const lines = { from: 0, to: 0 };
  return { source: sourceOf(everything(lines), rules.sourceIdKey), at: writerFor(build, lines) };
}

/** All but the lines is written once, unless a rule reaches into the lines themselves. */
function writerFor(build: (lines: Lines) => Metadata, lines: Lines): DocumentMetadata['at'] {
  const sample = build(lines);
  const loc = sample.loc;
  if (!isRecord(loc) || loc.lines !== lines) return (from, to) => canonicalJson(build({ from, to }));
  const outer = aroundProperty(sample, 'loc');
  const inner = aroundProperty(loc, 'lines');
  const before = `${outer.before}${inner.before}{"from":`;
  const after = `}${inner.after}${outer.after}`;
  return (from, to) => `${before}${from},"to":${to}${after}`;
}

/** The canonical JSON of an object, parted at the value of one property. */
function aroundProperty(object: Metadata, name: string): { before: string; after: string } {
  const others = sortedEntries(object).filter(([key]) => key !== name);
  const write = (entries: [string, unknown][]) => entries.map(([key, value]) => canonicalProperty(key, value));
  const earlier = write(others.filter(([key]) => key < name));
  const later = write(others.filter(([key]) => key > name));
  return { before: `{${[...earlier, `${JSON.stringify(name)}:`].join(',')}`, after: `${['', ...later].join(',')}}` };
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
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function sourceOf(metadata: Metadata, key: string): string {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  if (value === undefined || value === null || value === '') {
    throw new UserError(
      'INVALID_PARAM',
      `No chunk has the metadata "${key}", which the record manager takes for its source: add it to the loader's additional metadata, or set the source id key to "source".`,
      { details: { key } },
    );
  }
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}
