import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { PathFilter } from '../../common/glob.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import { refusedStatus } from '../../http/service-errors.ts';
import type { ReadOptions } from '../../readers/read-any-file.ts';
import { type FoundFile, readFoundFiles } from '../cache/read-found-files.ts';
import { createDownloads, type Downloads, downloadTooLarge } from '../cache/save-download.ts';
import { type WebParts, webParts } from '../web-parts.ts';
import { createGithubClient, type GithubClient } from './github-client.ts';
import type { RepositoryAddress } from './repository-address.ts';

export interface RepositoryOptions {
  readonly address: RepositoryAddress;
  /** A branch, tag or commit hash. Empty: that of the link, or else the repository's default branch. */
  readonly branch: string;
  /** Empty: none. */
  readonly token: string;
  readonly recursive: boolean;
  readonly include: PathFilter;
  readonly exclude: PathFilter;
  readonly skipErrors: boolean;
  readonly reading: ReadOptions;
  /** How many files may be downloaded at the same time. */
  readonly concurrency: number;
  readonly maxRetries: number;
  readonly allowLocalNetwork: boolean;
}

/** GitHub's data of one file. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** A file in Git LFS is replaced by such a pointer. */
const LFS_NOTE = 'version https://git-lfs.github.com/spec/v1';
const LFS_NOTE_BYTES = 1024;

interface TreeFile {
  /** Path in the repository, with /. */
  readonly path: string;
  /** Hash of the content. */
  readonly sha: string;
  readonly sizeBytes: number;
}

interface TreeRequest {
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
async function listTree(client: GithubClient, request: TreeRequest): Promise<readonly TreeFile[]> {
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

/**
 * Reads the files of a repository in path order; unchanged files of an earlier run are not downloaded again.
 * @throws UserError INVALID_PARAM for the repository, the branch or the key, and what {@link GithubClient} and {@link readFoundFiles} throw
 */
export async function* readRepository(
  options: RepositoryOptions,
  context: OriginContext,
  parts: WebParts = webParts,
): AsyncGenerator<LoadedDocument> {
  const { address, include, exclude } = options;
  const web = parts.openClient({ allowLocalNetwork: options.allowLocalNetwork, sleep: parts.sleep });
  try {
    const client = createGithubClient({
      ...options,
      client: web,
      sleep: parts.sleep,
      api: address.api,
      signal: context.signal,
    });
    const commit = await findCommit(client, options);
    const { repository, sha } = commit;
    const { folder } = address;
    const tree = await listTree(client, { repository, sha, folder, recursive: options.recursive, isExcluded: exclude });
    const files = tree.filter(({ path }) => include(path) && !isExcluded(path, exclude));
    context.onProgress(0, files.length);
    const downloads = createDownloads(context.makeFolder, context.signal);
    const found = findFiles(files, { options, client, commit, downloads });
    const { reading, skipErrors, concurrency: fetchAhead } = options;
    const place = `The repository ${commit.fullName}`;
    yield* readFoundFiles(found, { reading, skipErrors, fetchAhead, total: files.length, place }, context);
  } finally {
    await web.close();
  }
}

/**
 * Checks whether repository and branch exist.
 * @throws as {@link readRepository}
 */
export async function checkRepository(
  options: RepositoryOptions,
  signal: AbortSignal,
  parts: WebParts = webParts,
): Promise<string> {
  const { address, allowLocalNetwork } = options;
  const web = parts.openClient({ allowLocalNetwork, sleep: parts.sleep });
  try {
    const client = createGithubClient({ ...options, client: web, sleep: parts.sleep, api: address.api, signal });
    const { fullName, branch, sha } = await findCommit(client, options);
    return `${address.api.host} shows ${fullName}, branch ${branch} (at ${sha.slice(0, 7)}).`;
  } finally {
    await web.close();
  }
}

/** An excluded folder excludes everything in it. */
function isExcluded(path: string, exclude: PathFilter): boolean {
  const names = path.split('/');
  return names.some((_, index) => exclude(names.slice(0, index + 1).join('/')));
}

interface Commit {
  /** Path of the repository in the API. */
  readonly repository: string;
  readonly fullName: string;
  readonly branch: string;
  readonly sha: string;
}

const RepositorySchema = z.object({ full_name: z.string(), default_branch: z.string() });

async function findCommit(
  client: GithubClient,
  { address, branch: wanted, token }: RepositoryOptions,
): Promise<Commit> {
  const { owner, name } = address;
  const repository = `repos/${owner}/${name}`;
  const found = await client.getJson(repository, RepositorySchema).catch((error: unknown) => {
    throw refusedStatus(error) === 404 ? noRepository(`${owner}/${name}`, token !== '') : error;
  });
  const branch = wanted.trim() || (address.branch ?? found.default_branch);
  try {
    const path = `${repository}/commits/${encodeURIComponent(branch)}`;
    const sha = await client.getText(path, 'application/vnd.github.sha');
    return { repository, fullName: found.full_name, branch, sha: sha.trim() };
  } catch (error) {
    throw branchProblem(error, found.full_name, branch);
  }
}

function noRepository(name: string, hasToken: boolean): UserError {
  const remedy = hasToken
    ? 'check the address, and whether the access token may read it'
    : 'check the address, or choose a credential if it is private';
  return new UserError('INVALID_PARAM', `There is no repository ${name} that can be seen: ${remedy}.`, {
    details: { param: 'repoLink' },
  });
}

function branchProblem(error: unknown, name: string, branch: string): unknown {
  const status = refusedStatus(error);
  if (status === 409) return new UserError('NO_FILES', `The repository ${name} is empty: check its address.`);
  if (status !== 404 && status !== 422) return error;
  return new UserError('INVALID_PARAM', `The repository ${name} has no branch "${branch}": check its name.`, {
    details: { param: 'branch' },
  });
}

interface Source {
  readonly options: RepositoryOptions;
  readonly client: GithubClient;
  readonly commit: Commit;
  readonly downloads: Downloads;
}

async function* findFiles(files: readonly TreeFile[], source: Source): AsyncGenerator<FoundFile> {
  const { address } = source.options;
  const { fullName, branch } = source.commit;
  const page = `${address.web.origin}${address.web.pathname.replace(/\/+$/, '')}/${fullName}`;
  for (const file of files) {
    const { path, sha } = file;
    yield {
      path,
      metadata: {
        source: path,
        repository: page,
        branch,
        url: `${page}/blob/${encodePath(branch)}/${encodePath(path)}`,
      },
      contentId: ['git', sha, path],
      fetch: () => fetchFile(file, source),
      release: source.downloads.release,
    };
  }
}

async function fetchFile({ path, sha, sizeBytes }: TreeFile, { options, client, commit, downloads }: Source) {
  if (sizeBytes > MAX_FILE_BYTES) throw downloadTooLarge(path, MAX_FILE_BYTES);
  const { address, token } = options;
  const url =
    address.raw === undefined || token !== ''
      ? new URL(`${commit.repository}/git/blobs/${sha}`, address.api)
      : new URL(`${commit.fullName}/${commit.sha}/${encodePath(path)}`, address.raw);
  const request = { accept: 'application/vnd.github.raw+json', maxBytes: MAX_FILE_BYTES };
  const file = await downloads.save(path, await client.getStream(url, request));
  if (!(await isLfsNote(file))) return file;
  await downloads.release(file);
  const message = `"${path}" lies in Git LFS, and only a note of it in the repository: read it from there.`;
  // As for other files without text, so that it is left out and counted.
  throw new UserError('UNSUPPORTED_FILE_TYPE', message, { details: { file: path, kind: 'in Git LFS' } });
}

async function isLfsNote({ path, sizeBytes }: SourceFile): Promise<boolean> {
  return sizeBytes <= LFS_NOTE_BYTES && (await readFile(path, 'utf8')).startsWith(LFS_NOTE);
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
