import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../../shared/api/info.ts';
import { SEALED_KEY_FILE, SECRET_KEY_FILE } from '../../../shared/data-folder.ts';
import { OperationalError } from '../../../shared/errors/errors.ts';
import { makeSecretFile, readSecretFile } from './secret-file.ts';

/** AES-256. */
const KEY_BYTES = 32;

function decode(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) {
    throw new OperationalError(
      'SECRET_KEY_UNUSABLE',
      'The key for credentials (secret.key in the data folder, or TRIBUTARY_SECRET_KEY) is not 32 bytes in base64: put back the right one, or remove it and enter the credentials again.',
    );
  }
  return key;
}

function isSealed(folder: string): boolean {
  return existsSync(join(folder, SEALED_KEY_FILE)) && !existsSync(join(folder, SECRET_KEY_FILE));
}

const SEALED = `The keyring of a computer has the key for credentials (${SEALED_KEY_FILE} in the data folder), which only the desktop app can ask: start the app there and choose in Settings, Keys and private mode that a file keeps it, or put back ${SECRET_KEY_FILE}, or set TRIBUTARY_SECRET_KEY.`;

/** What is to be said at the start of a server that can't read credentials: nobody has handed it the key that a keyring keeps. */
export function describeKey(folder: string, handedOver: string | undefined): Notice[] {
  if (handedOver !== undefined || !isSealed(folder)) return [];
  return [{ code: 'SECRET_KEY_SEALED', message: SEALED, backup: null }];
}

function makeKey(folder: string): Buffer {
  // Another one would not open the credentials that there are.
  if (isSealed(folder)) throw new OperationalError('SECRET_KEY_UNUSABLE', SEALED);
  const key = randomBytes(KEY_BYTES);
  makeSecretFile(join(folder, SECRET_KEY_FILE), key.toString('base64'));
  return key;
}

/**
 * The key that encrypts credentials: the one handed over, otherwise the one in the key file, which is created when it is first needed. The
 * file is readable by its owner only (mode 0600; on Windows it has the rights of the data folder), and no backup of the database contains it. It
 * protects copies of the database, not against the user's own programs, which can read the file.
 * @param folder the data folder
 * @param handedOver by whoever started the server
 * @throws OperationalError SECRET_KEY_UNUSABLE if the value is not a valid key, or the keyring of the system has it
 */
export function createSecretKey(folder: string, handedOver: () => string | undefined): () => Buffer {
  let key: Buffer | undefined;
  return () => {
    if (key !== undefined) return key;
    const text = handedOver() ?? readSecretFile(join(folder, SECRET_KEY_FILE));
    key = text === undefined ? makeKey(folder) : decode(text);
    return key;
  };
}
