import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { GithubClient } from './github-client.ts';

export interface TreeFile {
  /** Path in the repository, with /. */
  readonly path: string;
  /** Hash of the content. */
  readonly sha: string;
  readonly sizeBytes: number;
}

export interface TreeRequest {
  /** Path of the repository in the API: repos/owner/name. */
  readonly repository: string;
  /** Hash of the commit. */
  readonly sha: string;
  /** Whether to read subfolders. */
  readonly recursive: boolean;
  /** The folder to begin with, without / at its ends; empty for the whole repository. */
  readonly folder: string;
  /** Whether a folder is not wanted, so that it need not be listed. */
  readonly isExcluded: (path: string) => boolean;
}

const TreeSchema = z.object({
  truncated: z.boolean().default(false),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string(),
      size: z.number().optional(),
    }),
  ),
});
type TreeEntry = z.infer<typeof TreeSchema>['tree'][number];

/** Plain files; the content of links (120000) is only a path. */
const FILE_MODES = ['100644', '100755', '100664'];
/** About 50 MB of names and hashes: from a larger repository the user must choose a part. */
const MAX_FILES = 300_000;

/**
 * Lists the files of a commit in path order. A repository that is too large for one answer is listed folder by folder.
 * @throws UserError INVALID_PARAM for a missing folder, or too many files; and what {@link GithubClient} throws
 */
export async function listTree(client: GithubClient, request: TreeRequest): Promise<readonly TreeFile[]> {
  const found: TreeFile[] = [];
  const start = await findFolder(client, request);
  const pending = [{ path: request.folder, sha: start }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const { entries, isDeep } = await readFolder(client, request, folder.sha);
    for (const entry of entries) {
      const path = folder.path === '' ? entry.path : `${folder.path}/${entry.path}`;
      if (entry.type === 'tree' && request.recursive && !isDeep && !request.isExcluded(path)) {
        pending.push({ path, sha: entry.sha });
      }
      if (entry.type === 'blob' && FILE_MODES.includes(entry.mode)) {
        found.push({ path, sha: entry.sha, sizeBytes: entry.size ?? 0 });
      }
    }
    if (found.length > MAX_FILES) throw tooManyFiles();
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface Folder {
  readonly entries: readonly TreeEntry[];
  /** Whether the entries include all subfolders. */
  readonly isDeep: boolean;
}

async function readFolder(client: GithubClient, request: TreeRequest, sha: string): Promise<Folder> {
  if (request.recursive) {
    const whole = await getTree(client, request, `${sha}?recursive=1`);
    if (!whole.truncated) return { entries: whole.tree, isDeep: true };
  }
  const level = await getTree(client, request, sha);
  if (level.truncated) throw tooManyFiles();
  return { entries: level.tree, isDeep: false };
}

function getTree(client: GithubClient, { repository }: TreeRequest, tree: string) {
  return client.getJson(`${repository}/git/trees/${tree}`, TreeSchema);
}

/** Descends to the folder that the link names. */
async function findFolder(client: GithubClient, request: TreeRequest): Promise<string> {
  let { sha } = request;
  for (const name of request.folder.split('/').filter((part) => part !== '')) {
    const { tree } = await getTree(client, request, sha);
    const next = tree.find((entry) => entry.path === name && entry.type === 'tree');
    if (next === undefined) {
      const message = `The repository has no folder "${request.folder}" in this branch: check the link.`;
      throw new UserError('INVALID_PARAM', message, { details: { param: 'repoLink' } });
    }
    sha = next.sha;
  }
  return sha;
}

function tooManyFiles(): UserError {
  return new UserError(
    'INVALID_PARAM',
    `The repository has more than ${MAX_FILES.toLocaleString('en')} files, or more in one folder than GitHub lists: link to a folder of it.`,
    { details: { param: 'repoLink' } },
  );
}
