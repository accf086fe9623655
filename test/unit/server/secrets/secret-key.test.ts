import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecretKey } from '../../../../electron/server/secrets/secret-key.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => folder.remove());

const noKey = () => undefined;
const file = () => join(folder.path, 'secret.key');

describe('the key file', () => {
  test('is made at the first use, with 32 random bytes, and used again', () => {
    const secretKey = createSecretKey(folder.path, noKey);
    expect(existsSync(file())).toBe(false);
    const key = secretKey();
    expect(key.length).toBe(32);
    expect(secretKey()).toBe(key);
    expect(readFileSync(file(), 'utf8')).toBe(`${key.toString('base64')}\n`);
    expect(createSecretKey(folder.path, noKey)().equals(key)).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('is for its owner only, also when a copy had opened it', () => {
    createSecretKey(folder.path, noKey)();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    chmodSync(file(), 0o644);
    createSecretKey(folder.path, noKey)();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test.each(['', 'short', Buffer.alloc(33).toString('base64')])(
    'that holds %j is refused, and left as it is',
    (text) => {
      writeFileSync(file(), text);
      expect(createSecretKey(folder.path, noKey)).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );
});

describe('a key that the keyring of the system has', () => {
  const seal = () => writeFileSync(join(folder.path, 'secret.key.sealed'), 'sealed');

  test('is not replaced by a new one: the error says who can open it', () => {
    seal();
    const secretKey = createSecretKey(folder.path, noKey);
    expect(secretKey).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
    expect(secretKey).toThrow(/start the app there/);
    expect(existsSync(file())).toBe(false);
  });

  test('is taken as soon as it is handed over, or lies in its file again', () => {
    seal();
    const key = Buffer.alloc(32, 5);
    let handedOver: string | undefined;
    const secretKey = createSecretKey(folder.path, () => handedOver);
    expect(secretKey).toThrow();
    handedOver = key.toString('base64');
    expect(secretKey().equals(key)).toBe(true);
    writeFileSync(file(), Buffer.alloc(32, 6).toString('base64'));
    expect(createSecretKey(folder.path, noKey)().equals(Buffer.alloc(32, 6))).toBe(true);
  });
});

describe('a key that is handed over', () => {
  test('is used, and no file is made', () => {
    const key = Buffer.alloc(32, 5);
    expect(createSecretKey(folder.path, () => key.toString('base64'))().equals(key)).toBe(true);
    expect(existsSync(file())).toBe(false);
  });

  test('that is none is refused without naming it', () => {
    const secretKey = createSecretKey(folder.path, () => 'not-a-key');
    expect(secretKey).toThrow(expect.objectContaining({ code: 'SECRET_KEY_UNUSABLE' }));
    expect(secretKey).not.toThrow(/not-a-key/);
  });
});
