import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { notionFolder as definition } from '../../../../shared/nodes/documentloaders/notion-folder.ts';
import { pathFilter } from '../../common/glob.ts';
import type { Metadata } from '../../core/document.ts';
import { implement } from '../../core/node-kinds.ts';
import { countFolder, type FolderRequest, readFolder } from '../../sources/folder/read-folder.ts';
import { openWatchedFolder } from '../../sources/folder/watch-files.ts';

/** Pages (.md) and tables (.csv) of a Notion export, with titles without Notion's ids. */
export const notionFolder = implement(definition, {
  open: (params) => ({
    loadOrigin: (context) => readFolder(notionRequest(params), context),
    openFolder: (cacheFolder) => openWatchedFolder(notionRequest(params), cacheFolder),
  }),
  checkConnection: (params, signal) => countFolder(notionRequest(params), signal),
});

/** What a loader of Notion exports reads. */
export function notionRequest({ notionFolder: folderPath, skipErrors }: ParamsOf<typeof definition>): FolderRequest {
  return {
    folderPath,
    param: 'notionFolder',
    recursive: true,
    includeHidden: false,
    include: pathFilter(['*.md', '*.csv'], 'notionFolder'),
    exclude: () => false,
    skipErrors,
    reading: { usage: 'perFile' },
    choose: withoutViews,
    describe: ({ path }) => describePage(path),
  };
}

/** The id between title and extension, which separates pages with equal titles. Tables with all rows have "_all" after it. */
const ID = /[ _-]?([0-9a-f]{32})(_all)?$/i;
const ALL_ROWS = /_all\.csv$/i;

/** A table is exported twice: its current view, and with all rows. Only the second is read. */
function withoutViews(paths: readonly string[]): readonly string[] {
  const whole = new Set(paths.filter((path) => ALL_ROWS.test(path)).map((path) => path.replace(ALL_ROWS, '.csv')));
  return paths.filter((path) => !whole.has(path));
}

function describePage(path: string): Metadata {
  const names = path.replace(/\.[^./]+$/, '').split('/');
  const id = ID.exec(names.at(-1) ?? '')?.[1];
  const titles = names.map((name) => name.replace(ID, '').trim() || name);
  return {
    source: path,
    title: titles.at(-1) ?? path,
    path: titles.join('/'),
    ...(id === undefined ? {} : { notionId: id.toLowerCase() }),
  };
}
