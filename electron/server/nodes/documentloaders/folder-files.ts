import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { folderFiles as definition } from '../../../../shared/nodes/documentloaders/folder-files.ts';
import { pathFilter, splitPatterns } from '../../common/glob.ts';
import { implement } from '../../core/node-kinds.ts';
import { countFolder, type FolderRequest, readFolder } from '../../sources/folder/read-folder.ts';
import { openWatchedFolder } from '../../sources/folder/watch-files.ts';
import { readingOptions } from './reading-options.ts';

/** The files of a folder in path order; unchanged files come from the cache. */
export const folderFiles = implement(definition, {
  open: (params) => ({
    loadOrigin: (context) => readFolder(folderRequest(params), context),
    openFolder: (cacheFolder) => openWatchedFolder(folderRequest(params), cacheFolder),
  }),
  checkConnection: (params, signal) => countFolder(folderRequest(params), signal),
});

/** What a folder loader reads. */
export function folderRequest(params: ParamsOf<typeof definition>): FolderRequest {
  const { folderPath, recursive, includeHidden, skipErrors, addFileInfo } = params;
  return {
    folderPath,
    param: 'folderPath',
    recursive,
    includeHidden,
    include: pathFilter(splitPatterns(params.include), 'include'),
    exclude: pathFilter(splitPatterns(params.exclude), 'exclude'),
    skipErrors,
    reading: readingOptions(params),
    describe({ path, folder, sizeBytes, modified }) {
      const info = addFileInfo ? { size: sizeBytes, modified: modified.toISOString() } : {};
      return { source: path, path, folder, ...info };
    },
  };
}
