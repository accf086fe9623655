import type { ArchiveDeps } from './archive-deps.ts';
import { exportArchive } from './export-archive.ts';
import { importArchive } from './import-archive.ts';

/** Flows with all that they have stored, as one file. */
export function createArchiveService(deps: ArchiveDeps) {
  return {
    export: (chatflowId: string, signal: AbortSignal) => exportArchive(deps, chatflowId, signal),
    import: (path: string, name: string | undefined) => importArchive(deps, path, name),
  };
}

export type ArchiveService = ReturnType<typeof createArchiveService>;
