import { posix } from 'node:path';
import { type OfficePackage, readXml } from './office-xml.ts';

/** A reference from a part of an Office document to another. */
export interface Relationship {
  readonly id: string;
  /** The last segment of its type: "worksheet", "slide", "sharedStrings". */
  readonly type: string;
  /** The name of the target part in the archive. */
  readonly part: string;
}

/** Types of parts whose text is read: a missing one is reported. */
const WITH_TEXT = new Set([
  ...['slide', 'notesSlide', 'worksheet', 'chartsheet', 'sharedStrings', 'drawing', 'chart', 'chartEx'],
  ...['footnotes', 'endnotes', 'diagramData', 'aFChunk'],
]);

/**
 * The relationships of a part in order, "" for those of the whole document. External targets are left out, and so are those that are not in the document, or
 * damaged; if they would hold text, that is reported.
 */
export async function readRelationships(office: OfficePackage, part: string): Promise<readonly Relationship[]> {
  const folder = part === '' ? '' : posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relationships: Relationship[] = [];
  if (office.archive.find(name) === undefined) return relationships;
  await readXml(office, name, {
    onOpen(element, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (element !== 'Relationship' || id === undefined || type === undefined || target === undefined) return;
      if (mode === 'External') return;
      const path = target.startsWith('/') ? posix.normalize(target).slice(1) : posix.join(folder, target);
      const kind = type.slice(type.lastIndexOf('/') + 1);
      const found = office.archive.find(path);
      if (found !== undefined) relationships.push({ id, type: kind, part: found });
      else if (WITH_TEXT.has(kind)) office.onNote?.(`Its part "${path}" was not read: it is missing or damaged.`);
    },
  });
  return relationships;
}

/** The target of the first relationship of a type. */
export function partOfType(relationships: readonly Relationship[], type: string): string | undefined {
  return relationships.find((relationship) => relationship.type === type)?.part;
}
