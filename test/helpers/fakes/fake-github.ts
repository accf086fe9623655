import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listenOnFreePort } from './listen-on-free-port.ts';

export interface FakeGithubOptions {
  /** Content by path, of the repository `octo/docs`. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** `main` by default. */
  readonly branch?: string;
  /** Requests without this key find nothing. */
  readonly token?: string;
  /** Trees with more entries are truncated. */
  readonly maxEntries?: number;
  /** Answers single requests itself. */
  readonly reply?: (request: FakeGithubRequest) => FakeGithubReply | undefined;
}

export interface FakeGithubRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** As sent, with the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface FakeGithubReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, or a value that is sent as JSON. */
  readonly body?: unknown;
}

/** A server with the part of GitHub's REST API that reads repositories. It has one, `octo/docs`. */
export interface FakeGithub {
  readonly origin: string;
  readonly requests: readonly FakeGithubRequest[];
  /** Paths of the requests for contents. */
  fetched(): readonly string[];
  change(files: Readonly<Record<string, string | Uint8Array | undefined>>): void;
  close(): Promise<void>;
}

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

function hash(kind: string, content: Uint8Array): string {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
}

/** A commit as in Git: contents and folders by their hashes. */
function buildObjects(files: ReadonlyMap<string, Uint8Array>) {
  const blobs = new Map<string, Uint8Array>();
  const trees = new Map<string, readonly Entry[]>();
  function build(folder: string): string {
    const entries = new Map<string, Entry>();
    for (const [path, content] of files) {
      if (folder !== '' && !path.startsWith(`${folder}/`)) continue;
      const [name = '', ...rest] = (folder === '' ? path : path.slice(folder.length + 1)).split('/');
      if (rest.length === 0) {
        const sha = hash('blob', content);
        blobs.set(sha, content);
        const mode = name.endsWith('.link') ? '120000' : '100644';
        entries.set(name, { path: name, mode, type: 'blob', sha, size: content.length });
      } else if (!entries.has(name)) {
        const sha = build(folder === '' ? name : `${folder}/${name}`);
        entries.set(name, { path: name, mode: '040000', type: 'tree', sha });
      }
    }
    const list = [...entries.values()];
    const sha = hash('tree', Buffer.from(JSON.stringify(list)));
    trees.set(sha, list);
    return sha;
  }
  const root = build('');
  const commit = hash('commit', Buffer.from(root));
  trees.set(commit, trees.get(root) ?? []);
  return { blobs, trees, commit };
}

type Objects = ReturnType<typeof buildObjects>;

function deepEntries({ trees }: Pick<Objects, 'trees'>, sha: string, prefix = ''): Entry[] {
  return (trees.get(sha) ?? []).flatMap((entry) => {
    const path = prefix + entry.path;
    const here = { ...entry, path };
    return entry.type === 'tree' ? [here, ...deepEntries({ trees }, entry.sha, `${path}/`)] : [here];
  });
}

export async function openFakeGithub(options: FakeGithubOptions): Promise<FakeGithub> {
  const { branch = 'main', token, maxEntries = Number.POSITIVE_INFINITY, reply } = options;
  const contents = new Map<string, Uint8Array>();
  const requests: FakeGithubRequest[] = [];
  let objects = buildObjects(contents);
  function change(files: Readonly<Record<string, string | Uint8Array | undefined>>): void {
    for (const [path, content] of Object.entries(files)) {
      if (content === undefined) contents.delete(path);
      else contents.set(path, Buffer.from(content));
    }
    objects = buildObjects(contents);
  }
  change(options.files);

  function answer(path: string, authorization: string | undefined): FakeGithubReply {
    if (path.startsWith('/raw/'))
      return contentReply(contents.get(decodeURIComponent(path.split('/').slice(5).join('/'))));
    if (token !== undefined && authorization !== `Bearer ${token}`) {
      return { ...NOT_FOUND, status: authorization === undefined ? 404 : 401 };
    }
    const url = new URL(path, 'http://fake');
    if (!/^\/repos\/octo\/docs(\/|$)/.test(url.pathname)) return NOT_FOUND;
    const [kind, name = '', sha = ''] = url.pathname.split('/').slice(4);
    if (kind === undefined) return { status: 200, body: { full_name: 'octo/docs', default_branch: branch } };
    if (kind === 'commits') return commitReply(objects, branch, decodeURIComponent(name));
    if (name === 'trees') return treeReply(objects, sha, { isDeep: url.searchParams.has('recursive'), maxEntries });
    return name === 'blobs' ? contentReply(objects.blobs.get(sha)) : NOT_FOUND;
  }

  const server = createServer((request, response) => {
    const record = { number: requests.length + 1, path: request.url ?? '', headers: request.headers };
    requests.push(record);
    const { status, headers, body } = reply?.(record) ?? answer(record.path, request.headers.authorization);
    const isContent = body instanceof Uint8Array;
    const type = isContent ? 'application/octet-stream' : 'application/json; charset=utf-8';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(isContent ? body : JSON.stringify(body ?? {}));
  });
  const { origin, close } = await listenOnFreePort(server);
  return {
    origin,
    requests,
    change,
    close,
    fetched: () => requests.map(({ path }) => path).filter((path) => /\/git\/blobs\/|^\/raw\//.test(path)),
  };
}

const NOT_FOUND: FakeGithubReply = { status: 404, body: { message: 'Not Found' } };

function contentReply(content: Uint8Array | undefined): FakeGithubReply {
  return content === undefined ? NOT_FOUND : { status: 200, body: content };
}

function commitReply({ blobs, commit }: Objects, branch: string, name: string): FakeGithubReply {
  if (blobs.size === 0) return { status: 409, body: { message: 'Git Repository is empty.' } };
  if (name === branch || name === commit) return contentReply(Buffer.from(commit));
  return { status: 422, body: { message: `No commit found for SHA: ${name}` } };
}

function treeReply(
  objects: Objects,
  sha: string,
  { isDeep, maxEntries }: { isDeep: boolean; maxEntries: number },
): FakeGithubReply {
  if (!objects.trees.has(sha)) return NOT_FOUND;
  const all = isDeep ? deepEntries(objects, sha) : (objects.trees.get(sha) ?? []);
  const tree = all.slice(0, maxEntries);
  return { status: 200, body: { sha, tree, truncated: tree.length < all.length } };
}
