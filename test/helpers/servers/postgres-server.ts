import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate, type TestCertificate } from '../builders/test-certificate.ts';
import {
  type DatabaseOptions,
  type DatabaseProgram,
  startDatabaseProgram,
  type TestDatabase,
} from './database-program.ts';

/** Debian's folder for the programs of each version. */
const ROOT = '/usr/lib/postgresql';

function findBinaries(): string | undefined {
  if (!existsSync(ROOT)) return undefined;
  const folders = readdirSync(ROOT).map((version) => join(ROOT, version, 'bin'));
  return folders.filter((folder) => existsSync(join(folder, 'initdb'))).at(-1);
}

const binaries = findBinaries();

/** Why no real PostgreSQL is available; undefined if one is. Prints it once per test file. */
export const postgresSkipReason =
  binaries === undefined ? 'PostgreSQL is not installed (apt-get install postgresql)' : undefined;

/**
 * A real PostgreSQL with scram passwords, without pgvector.
 * @param certificateFor enables SSL with a certificate for this name
 */
export async function startPostgres({ certificateFor }: DatabaseOptions = {}): Promise<TestDatabase> {
  if (binaries === undefined) throw new Error(postgresSkipReason);
  const user = 'tributary';
  const password = "pass'word 1";
  let certificate: TestCertificate | undefined;
  const program: DatabaseProgram = {
    account: 'postgres',
    user,
    password,
    prepare(folder, run) {
      const passwordFile = join(folder, 'password');
      writeFileSync(passwordFile, password, { mode: 0o644 });
      const auth = ['-A', 'scram-sha-256', '--pwfile', passwordFile];
      run(join(binaries, 'initdb'), ['-D', join(folder, 'data'), '-U', user, '-E', 'UTF8', '--no-sync', ...auth]);
      if (certificateFor !== undefined) certificate = makeCertificate(folder, certificateFor);
    },
    command: join(binaries, 'postgres'),
    args(folder, port) {
      const plain = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
      const ssl = certificate && {
        ssl: 'on',
        ssl_cert_file: certificate.certificatePath,
        ssl_key_file: certificate.keyPath,
      };
      const flags = Object.entries({ ...plain, ...ssl }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      return ['-D', join(folder, 'data'), '-p', String(port), ...flags];
    },
    ready: /ready to accept connections/,
  };
  return { ...(await startDatabaseProgram(program)), certificate: certificate?.pem ?? '' };
}
