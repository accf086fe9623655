import { type FSWatcher, watch as watchFiles } from 'node:fs';
import { lstat, statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { WatchedFolder } from '../../core/document-loader.ts';

/** Numbers of file systems (Linux, statfs(2)) where the kernel does not report changes that other machines make. */
const REMOTE_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9p: drives of Windows in WSL, folders of a virtual machine's host
  0x786f4256, // folders of VirtualBox's host
  0x65735546, // FUSE: sshfs, rclone
  0x5346414f, // AFS
  0x00c36400, // Ceph
]);

/** Whether a folder lies on another machine, as far as the system says so. @throws the system's error */
async function isNetworkDrive(path: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return path.startsWith('\\\\');
  if (platform !== 'linux') return false;
  const { type } = await statfs(path);
  return REMOTE_TYPES.has(type >>> 0);
}

/** Reports what may have changed in a folder. */
export interface FolderWatch {
  /** Why the system may miss changes, so that the folder has to be scanned; undefined: it reports each change. */
  readonly reason: string | undefined;
  close(): void;
}

export interface FolderWatchOptions {
  readonly folder: WatchedFolder;
  /** Called with the path of a file or folder that may have changed; "" for everything. */
  readonly onChange: (path: string) => void;
  /** As `fs.watch` of Node. */
  readonly watch?: typeof watchFiles;
  readonly platform?: NodeJS.Platform;
}

const NETWORK_REASON = 'It is on a network drive, which does not tell of changes made elsewhere.';
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'This system watches no more folders (the limit is fs.inotify.max_user_watches).'],
  ['EMFILE', 'This system watches no more folders (the limit is fs.inotify.max_user_instances).'],
]);

/**
 * Watches a folder as it is best on the system: on Linux folder by folder, since there Node's own recursive watch opens a handle for each file and
 * lists them all without a pause; other systems watch whole trees.
 */
export async function watchFolder(options: FolderWatchOptions): Promise<FolderWatch> {
  const { platform = process.platform, folder } = options;
  if (await isNetworkDrive(folder.root, platform)) return { reason: NETWORK_REASON, close: () => undefined };
  const tree = new WatchedTree(options, platform !== 'linux');
  await tree.add('');
  return tree;
}

class WatchedTree implements FolderWatch {
  readonly #options: FolderWatchOptions;
  /** Whether one watcher covers the whole tree. */
  readonly #isWhole: boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #closing = new AbortController();
  #reason: string | undefined;

  constructor(options: FolderWatchOptions, isWhole: boolean) {
    this.#options = options;
    this.#isWhole = isWhole;
  }

  get reason(): string | undefined {
    return this.#reason;
  }

  close(): void {
    this.#closing.abort();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches a folder and those in it. */
  async add(path: string): Promise<void> {
    const { folder } = this.#options;
    if (this.#isWhole || !folder.isRecursive) {
      this.#watch(path);
      return;
    }
    for await (const found of folder.folders(path, this.#closing.signal)) {
      if (this.#reason !== undefined) return;
      this.#watch(found);
    }
  }

  #watch(path: string): void {
    if (this.#watchers.has(path) || this.#closing.signal.aborted) return;
    const { folder, watch = watchFiles } = this.#options;
    try {
      const watcher = watch(join(folder.root, path), { recursive: this.#isWhole && folder.isRecursive });
      watcher.on('change', (event, name) => void this.#changed(path, event, name));
      watcher.on('error', (error) => this.#failed(path, error));
      this.#watchers.set(path, watcher);
    } catch (error) {
      this.#failed(path, error);
    }
  }

  /** Of a deleted folder the watch of its parent reports; after any other error changes may be missed. */
  #failed(path: string, error: unknown): void {
    const code = codeOf(error);
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
    if (path !== '' && (code === 'ENOENT' || code === 'EPERM')) return;
    this.#reason ??= REASONS.get(code) ?? `The system does not tell of changes there (${code || 'no reason given'}).`;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#options.onChange('');
  }

  async #changed(folderPath: string, event: string, name: string | Buffer | null): Promise<void> {
    if (name === null) {
      this.#options.onChange(folderPath);
      return;
    }
    const inFolder = String(name).split(sep).join('/');
    const path = folderPath === '' ? inFolder : `${folderPath}/${inFolder}`;
    this.#options.onChange(path);
    // What was created or deleted may be a folder.
    if (event !== 'rename' || this.#isWhole || !this.#options.folder.isRecursive) return;
    try {
      if (!(await lstat(join(this.#options.folder.root, path))).isDirectory()) return;
      await this.add(path);
      // What was created in it before it was watched.
      if (!this.#closing.signal.aborted) this.#options.onChange(path);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#forget(path, error);
    }
  }

  #forget(path: string, error: unknown): void {
    if (codeOf(error) !== 'ENOENT') this.#options.onChange('');
    if (!this.#watchers.has(path)) return;
    for (const [watched, watcher] of [...this.#watchers]) {
      if (watched !== path && !watched.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#watchers.delete(watched);
    }
  }
}
