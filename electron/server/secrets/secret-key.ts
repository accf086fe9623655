import { randomBytes } from 'node:crypto';
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

function makeKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  makeSecretFile(file, key.toString('base64'));
  return key;
}

/**
 * The key that encrypts credentials: the one given at the start, otherwise the one in the key file, which is created when it is first needed. The
 * file is readable by its owner only (mode 0600; on Windows it has the rights of the data folder), and no backup of the database contains it. It
 * protects copies of the database, not against the user's own programs, which can read the file.
 * @throws OperationalError SECRET_KEY_UNUSABLE if the value is not a valid key
 */
export function createSecretKey(file: string, handedOver: string | undefined): () => Buffer {
  let key: Buffer | undefined;
  return () => {
    if (key !== undefined) return key;
    const text = handedOver ?? readSecretFile(file);
    key = text === undefined ? makeKey(file) : decode(text);
    return key;
  };
}
