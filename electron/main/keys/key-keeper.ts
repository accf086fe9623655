import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SEALED_KEY_FILE, SECRET_KEY_FILE } from '../../../shared/data-folder.ts';
import { OperationalError } from '../../../shared/errors/errors.ts';
import type { KeyPlace } from '../../../shared/ipc/key-place.ts';
import { t } from '../../../shared/texts/t.ts';

/** As the server makes it: AES-256. */
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/** What of a system's keyring is used. */
export interface Keyring {
  /** Whether the system protects what it seals. */
  isAvailable(): boolean;
  seal(text: string): Buffer;
  /** @throws if it was sealed by another keyring, or this one can't be had */
  open(sealed: Buffer): string;
}

function isKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === KEY_BYTES;
}

function writeSynced(path: string, flags: 'w' | 'wx', content: Buffer): void {
  const handle = openSync(path, flags, OWNER_ONLY);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Where the key that encrypts credentials is stored: as it is in `secret.key` of the data folder, or sealed by the keyring of the system in
 * `secret.key.sealed`. It is moved so that a kill or a power cut at any moment leaves the whole key in one of them: the new one is written, read back
 * and on the disk before the old one goes. If both are there, the plain one counts.
 */
export class KeyKeeper {
  readonly #folder: string;
  readonly #keyring: Keyring;
  readonly #plain: string;
  readonly #sealed: string;

  constructor(folder: string, keyring: Keyring) {
    this.#folder = folder;
    this.#keyring = keyring;
    this.#plain = join(folder, SECRET_KEY_FILE);
    this.#sealed = join(folder, SEALED_KEY_FILE);
  }

  /** What keeps the key, or will when one is made. */
  get place(): KeyPlace {
    return existsSync(this.#sealed) && this.#readPlain() === undefined ? 'keyring' : 'file';
  }

  /**
   * The key that the keyring keeps, in base64.
   * @throws OperationalError SECRET_KEY_UNUSABLE if it can't be opened
   */
  openSealed(): string {
    let text = '';
    let cause: unknown;
    try {
      if (this.#keyring.isAvailable()) text = this.#keyring.open(readFileSync(this.#sealed));
    } catch (error) {
      cause = error;
    }
    if (isKey(text)) return text;
    throw new OperationalError(
      'SECRET_KEY_UNUSABLE',
      t(
        'The keyring of this computer does not open the key, so credentials can’t be read: log in as the user who moved it there, or put back a copy of secret.key. Without one, remove secret.key.sealed from the data folder and enter the credentials again.',
      ),
      { cause },
    );
  }

  /**
   * Gives the key to the keyring; where there is none yet, it is made.
   * @param handOver gets the key before its file goes, for a server that has not read it yet
   * @throws OperationalError SECRET_KEY_UNUSABLE, and the key stays where it is
   */
  moveToKeyring(handOver: (key: string) => void): void {
    if (!this.#keyring.isAvailable()) {
      throw new OperationalError(
        'SECRET_KEY_UNUSABLE',
        t(
          'This system has no keyring that could protect the key: it stays in secret.key of the data folder, readable by you only. On Linux, GNOME Keyring or KWallet is one.',
        ),
      );
    }
    const key = this.#readPlain() ?? this.#makePlain();
    this.#replace(this.#sealed, this.#keyring.seal(key));
    if (this.openSealed() !== key) {
      rmSync(this.#sealed);
      throw new OperationalError(
        'SECRET_KEY_UNUSABLE',
        t('The keyring did not give back the key that it was given: it stays in its file.'),
      );
    }
    handOver(key);
    this.#remove(this.#plain);
  }

  /**
   * Writes the key to its file again.
   * @throws OperationalError SECRET_KEY_UNUSABLE if the keyring does not open it
   */
  moveToFile(): void {
    const key = this.openSealed();
    this.#replace(this.#plain, Buffer.from(`${key}\n`));
    this.#remove(this.#sealed);
  }

  /** Ends a move that was cut off between its two files: the key is in the plain one. A sealed key that is another one, or can't be opened, is left alone. */
  finishMove(): void {
    const plain = this.#readPlain();
    if (plain === undefined || !existsSync(this.#sealed)) return;
    try {
      if (this.openSealed() === plain) this.#remove(this.#sealed);
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
    }
  }

  /** Undefined if there is no such file, or no whole key in it. */
  #readPlain(): string | undefined {
    if (!existsSync(this.#plain)) return undefined;
    const text = readFileSync(this.#plain, 'utf8').trim();
    return isKey(text) ? text : undefined;
  }

  /** Never over a key that the server has just made. */
  #makePlain(): string {
    const key = randomBytes(KEY_BYTES).toString('base64');
    writeSynced(this.#plain, 'wx', Buffer.from(`${key}\n`));
    return key;
  }

  #replace(path: string, content: Buffer): void {
    const unfinished = `${path}.new`;
    writeSynced(unfinished, 'w', content);
    renameSync(unfinished, path);
    this.#syncFolder();
  }

  #remove(path: string): void {
    rmSync(path, { force: true });
    this.#syncFolder();
  }

  /** Names are on the disk when their folder is. On Windows a folder can't be opened; its journal keeps the order. */
  #syncFolder(): void {
    if (process.platform === 'win32') return;
    const handle = openSync(this.#folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}
