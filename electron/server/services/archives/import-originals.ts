import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import type { OriginalLoader, StoredOriginal } from '../../storage/repositories/original-repository.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import { isFilePart, type OriginalLine, OriginalLineSchema, PARTS } from './archive-format.ts';
import { damaged, type ImportedFile, parseAs, readLines, writePart } from './read-archive.ts';

/** Lines read at a time. */
const ROWS = 256;

interface Owner {
  readonly chatflowId: string;
  /** The records of a source; null: it has none. */
  readonly namespaceOf: (source: string) => string | null;
}

/** @throws UserError FILE_CORRUPT for a loader that takes no uploads: the file is read with it when somebody looks at it */
function checkLoader({ name, params }: OriginalLoader): OriginalLoader {
  const definition = findNodeDefinition(name);
  if (definition?.upload === undefined) throw damaged('an original has no loader of uploads');
  // One that sends files elsewhere keeps no params.
  if (definition.connects === true) return { name, params: {} };
  if (!definition.params.safeParse(params).success) throw damaged('the loader of an original is not as it should be');
  return { name, params };
}

function createTaking(deps: ArchiveDeps, { archive, folder }: ImportedFile, { chatflowId, namespaceOf }: Owner) {
  const { chatflows, originals } = deps;
  const path = join(folder, 'original');
  /** By part. */
  const hashes = new Map<string, Buffer>();

  return {
    async take({ source, part, loader, keptDate }: OriginalLine): Promise<void> {
      const said = Object.hasOwn(archive.manifest.parts, part) ? archive.manifest.parts[part] : undefined;
      if (said === undefined) throw damaged(`${part} is missing`);
      if (originals.find(chatflowId, source) !== undefined) throw damaged('an original is named twice');
      const namespace = namespaceOf(source);
      const base = { ownerId: chatflowId, source, sizeBytes: said.sizeBytes, namespace, keptDate };
      const original: Omit<StoredOriginal, 'hash'> = { ...base, loader: checkLoader(loader) };
      // It may have been deleted meanwhile: nothing may be kept for it any more.
      chatflows.find(chatflowId);
      const hash = hashes.get(part);
      if (hash !== undefined && originals.addSource({ ...original, hash })) return;
      await writePart(archive, part, path);
      hashes.set(part, await originals.takeOver(path, original));
    },
    taken: (): number => hashes.size,
  };
}

/**
 * Keeps the originals of an archive, if it has some.
 * @throws UserError FILE_CORRUPT; what the file system says
 */
export async function importOriginals(deps: ArchiveDeps, from: ImportedFile, owner: Owner): Promise<void> {
  const { parts } = from.archive.manifest;
  if (!Object.hasOwn(parts, PARTS.originals)) return;
  const { take, taken } = createTaking(deps, from, owner);
  for await (const lines of readLines(from.archive, PARTS.originals, ROWS)) {
    for (const line of lines) {
      await take(parseAs(OriginalLineSchema, line, 'an original'));
      await nextTurn();
    }
  }
  if (taken() !== Object.keys(parts).filter(isFilePart).length) throw damaged('a file is of no source');
}
