import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeyKeeper, type Keyring } from '../../../../electron/main/keys/key-keeper.ts';

/** After so many changes of files the power is cut: none works any more. */
let changesLeft = Number.POSITIVE_INFINITY;

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const cut =
    <Args extends unknown[], Result>(change: (...args: Args) => Result) =>
    (...args: Args): Result => {
      changesLeft -= 1;
      if (changesLeft < 0) throw new Error('The power is cut');
      return change(...args);
    };
  return {
    ...fs,
    openSync: cut(fs.openSync),
    writeSync: cut(fs.writeSync),
    fsyncSync: cut(fs.fsyncSync),
    renameSync: cut(fs.renameSync),
    rmSync: cut(fs.rmSync),
  };
});

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');

/** Seals by turning the bytes around, and opens only what it sealed itself. */
class FakeKeyring implements Keyring {
  isThere = true;
  owner = 'ada';
  readonly isAvailable = () => this.isThere;
  readonly seal = (text: string) => Buffer.from(`${this.owner}:${text}`).reverse();
  open(sealed: Buffer): string {
    const [owner, text = ''] = Buffer.from(sealed).reverse().toString().split(':');
    if (owner !== this.owner) throw new Error('Error while decrypting the ciphertext');
    return text;
  }
}

let folder: string;
let keyring: FakeKeyring;
let keeper: KeyKeeper;
const plain = () => join(folder, 'secret.key');
const sealed = () => join(folder, 'secret.key.sealed');
const nobody = () => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-key-'));
  keyring = new FakeKeyring();
  keeper = new KeyKeeper(folder, keyring);
  writeFileSync(plain(), `${KEY}\n`);
});
afterEach(() => {
  changesLeft = Number.POSITIVE_INFINITY;
  rmSync(folder, { recursive: true });
});

/** What a server would work with. */
const keyInUse = () => (keeper.place === 'keyring' ? keeper.openSealed() : readFileSync(plain(), 'utf8').trim());

describe('The key for credentials', () => {
  test('goes to the keyring and back; its file is then worth nothing by itself', () => {
    const handOver = vi.fn(() => expect(existsSync(plain())).toBe(true));
    keeper.moveToKeyring(handOver);
    expect(handOver.mock.calls).toEqual([[KEY]]);
    expect(readdirSync(folder)).toEqual(['secret.key.sealed']);
    expect(readFileSync(sealed(), 'latin1')).not.toContain(KEY);
    expect([keeper.place, keyInUse()]).toEqual(['keyring', KEY]);
    keeper.moveToFile();
    expect(readdirSync(folder)).toEqual(['secret.key']);
    expect(readFileSync(plain(), 'utf8')).toBe(`${KEY}\n`);
    expect(keeper.place).toBe('file');
  });

  test.skipIf(process.platform === 'win32')('is in files for their owner only', () => {
    keeper.moveToKeyring(nobody);
    expect(statSync(sealed()).mode & 0o777).toBe(0o600);
    keeper.moveToFile();
    expect(statSync(plain()).mode & 0o777).toBe(0o600);
  });

  test('is made when there is none yet', () => {
    rmSync(plain());
    expect(keeper.place).toBe('file');
    keeper.moveToKeyring(nobody);
    expect(Buffer.from(keeper.openSealed(), 'base64')).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(['secret.key.sealed']);
  });

  test('outlives a power cut at any moment of a move, which can then be made again', () => {
    const moves: readonly [string, () => void, () => void][] = [
      ['keyring', () => keeper.moveToKeyring(nobody), () => undefined],
      ['file', () => keeper.moveToFile(), () => keeper.moveToKeyring(nobody)],
    ];
    for (const [to, move, prepare] of moves) {
      let cuts = 0;
      for (let isDone = false; !isDone; cuts += 1) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        writeFileSync(plain(), `${KEY}\n`);
        prepare();
        changesLeft = cuts;
        try {
          move();
          isDone = true;
        } catch (error) {
          expect(String(error)).toContain('The power is cut');
        }
        changesLeft = Number.POSITIVE_INFINITY;
        keeper = new KeyKeeper(folder, keyring);
        expect(keyInUse(), `${to}, ${cuts} changes`).toBe(KEY);
        keeper.finishMove();
        expect(keyInUse(), `${to}, ${cuts} changes`).toBe(KEY);
        expect(existsSync(plain()) && existsSync(sealed())).toBe(false);
        if (keeper.place !== to) move();
        expect([keeper.place, keyInUse()]).toEqual([to, KEY]);
      }
      expect(cuts).toBeGreaterThan(7);
    }
  });

  test('stays in its file when there is no keyring, or one that forgets', () => {
    keyring.isThere = false;
    expect(() => keeper.moveToKeyring(nobody)).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
    expect(readdirSync(folder)).toEqual(['secret.key']);
    keyring.isThere = true;
    keyring.open = () => OTHER_KEY;
    expect(() => keeper.moveToKeyring(nobody)).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  test('that another keyring sealed can not be opened, and nothing is changed', () => {
    keeper.moveToKeyring(nobody);
    keyring.owner = 'bob';
    expect(() => keeper.openSealed()).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
    expect(() => keeper.moveToFile()).toThrow(/put back a copy of secret.key/);
    expect(readdirSync(folder)).toEqual(['secret.key.sealed']);
    keyring.owner = 'ada';
    keyring.isThere = false;
    expect(() => keeper.openSealed()).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
  });

  test('that is put back as a file counts; another sealed one is left alone', () => {
    keeper.moveToKeyring(nobody);
    writeFileSync(plain(), OTHER_KEY);
    expect([keeper.place, keyInUse()]).toEqual(['file', OTHER_KEY]);
    keeper.finishMove();
    expect(readdirSync(folder).sort()).toEqual(['secret.key', 'secret.key.sealed']);
    keyring.owner = 'bob';
    keeper.finishMove();
    expect(readdirSync(folder).sort()).toEqual(['secret.key', 'secret.key.sealed']);
  });

  test('is not lost to an empty file, as a full disk leaves one', () => {
    keeper.moveToKeyring(nobody);
    writeFileSync(plain(), '');
    expect([keeper.place, keyInUse()]).toEqual(['keyring', KEY]);
    keeper.moveToFile();
    expect(readFileSync(plain(), 'utf8')).toBe(`${KEY}\n`);
  });
});
