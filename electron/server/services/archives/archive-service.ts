import { dirname } from 'node:path';
import type { ImportedArchive } from '../../../../shared/api/archives.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import type { ArchiveKind } from './archive-format.ts';
import { exportFlow, type Writing } from './export-archive.ts';
import { exportStore } from './export-store.ts';
import { importFlow } from './import-archive.ts';
import { importStore } from './import-store.ts';
import { openArchiveFile } from './read-archive.ts';

/** How each kind of archive is written and read. */
const FORMATS = {
  chatflow: { write: exportFlow, read: importFlow },
  store: { write: exportStore, read: importStore },
} as const satisfies Record<ArchiveKind, object>;

/** Flows and document stores with all that they have stored, as one file. */
export function createArchiveService(deps: ArchiveDeps) {
  return {
    /** @param id of a flow or a store */
    async export(id: string, signal: AbortSignal): Promise<Writing> {
      const { table } = deps.libraries.find(id);
      return await FORMATS[table === undefined ? 'chatflow' : 'store'].write(deps, id, signal);
    },

    /**
     * Makes a new flow or store of an archive, which is checked as a whole before anything is written.
     * @param path of the archive, in a folder that is there for this call only
     * @param name of what is made; undefined: that in the archive
     * @throws UserError FILE_CORRUPT; then nothing is left
     */
    async import(path: string, name: string | undefined): Promise<ImportedArchive> {
      const archive = await openArchiveFile(path);
      try {
        return await FORMATS[archive.kind].read(deps, { archive, folder: dirname(path) }, name);
      } finally {
        archive.close();
      }
    },
  };
}

export type ArchiveService = ReturnType<typeof createArchiveService>;
