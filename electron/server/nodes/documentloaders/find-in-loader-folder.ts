import { folderFiles } from '../../../../shared/nodes/documentloaders/folder-files.ts';
import { notionFolder } from '../../../../shared/nodes/documentloaders/notion-folder.ts';
import { type FileInFolder, findInFolder } from '../../sources/folder/find-in-folder.ts';
import type { FolderRequest } from '../../sources/folder/read-folder.ts';
import { folderRequest } from './folder-files.ts';
import { notionRequest } from './notion-folder.ts';

/** A node of a flow or document store, with its settings filled in. */
export interface LoaderNode {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

function requestOf({ name, inputs }: LoaderNode): FolderRequest | undefined {
  if (name === folderFiles.name) {
    const params = folderFiles.params.safeParse(inputs).data;
    return params === undefined ? undefined : folderRequest(params);
  }
  if (name === notionFolder.name) {
    const params = notionFolder.params.safeParse(inputs).data;
    return params === undefined ? undefined : notionRequest(params);
  }
  return undefined;
}

/**
 * The file that a source stands for, if the node is a loader that reads it from a folder; undefined for any other node and path.
 * @returns the file, with the loader of files that reads it in the same way
 * @throws UserError INVALID_PARAM for the folder; errors of the file system
 */
export async function findInLoaderFolder(
  node: LoaderNode,
  source: string,
  cacheFolder: string,
): Promise<(FileInFolder & { readonly loader: { name: string; params: Record<string, unknown> } }) | undefined> {
  const request = requestOf(node);
  const found = request === undefined ? undefined : await findInFolder(request, source, cacheFolder);
  if (request === undefined || found === undefined) return undefined;
  return { ...found, loader: { name: 'fileLoader', params: { ...request.reading } } };
}
