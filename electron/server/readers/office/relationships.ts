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

/** The relationships of a part in order, "" for those of the whole document; external targets are left out. */
export async function readRelationships(office: OfficePackage, part: string): Promise<readonly Relationship[]> {
  const folder = part === '' ? '' : posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relationships: Relationship[] = [];
  if (!office.archive.names.has(name)) return relationships;
  await readXml(office, name, {
    onOpen(element, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (element !== 'Relationship' || id === undefined || type === undefined || target === undefined) return;
      if (mode === 'External') return;
      const path = target.startsWith('/') ? posix.normalize(target).slice(1) : posix.join(folder, target);
      relationships.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: path });
    },
  });
  return relationships;
}

/** The target of the first relationship of a type. */
export function partOfType(relationships: readonly Relationship[], type: string): string | undefined {
  return relationships.find((relationship) => relationship.type === type)?.part;
}
