import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate, type TestCertificate } from '../builders/test-certificate.ts';
import {
  type DatabaseOptions,
  type DatabaseProgram,
  startDatabaseProgram,
  type TestDatabase,
} from './database-program.ts';

const SERVER = '/usr/sbin/mariadbd';
const INSTALL = '/usr/bin/mariadb-install-db';

/** Why no real MariaDB is available; undefined if one is. */
export const mariadbSkipReason =
  existsSync(SERVER) && existsSync(INSTALL) ? undefined : 'MariaDB is not installed (apt-get install mariadb-server)';

const USER = 'tributary';
const PASSWORD = "pass'word 1";
/** A database with a default character set that is too small on purpose. */
const INIT = `CREATE DATABASE test_db CHARACTER SET latin1;
CREATE USER '${USER}'@'%' IDENTIFIED BY '${PASSWORD.replace("'", "''")}';
GRANT ALL ON *.* TO '${USER}'@'%';
`;

/**
 * A real MariaDB with the database `test_db`.
 * @param certificateFor enables SSL with a certificate for this name
 */
export async function startMariadb({ certificateFor }: DatabaseOptions = {}): Promise<TestDatabase> {
  let certificate: TestCertificate | undefined;
  const program: DatabaseProgram = {
    account: 'mysql',
    user: USER,
    password: PASSWORD,
    prepare(folder, run) {
      writeFileSync(join(folder, 'init.sql'), INIT);
      if (certificateFor !== undefined) certificate = makeCertificate(folder, certificateFor);
      const data = `--datadir=${join(folder, 'data')}`;
      run(INSTALL, [
        '--no-defaults',
        data,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        '--skip-name-resolve',
      ]);
    },
    command: SERVER,
    args(folder, port) {
      const own = ['data', 'socket', 'pid'].map((name) => join(folder, name));
      const [data, socket, pid] = own;
      return [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${socket}`,
        `--pid-file=${pid}`,
        `--port=${port}`,
        `--init-file=${join(folder, 'init.sql')}`,
        '--bind-address=127.0.0.1',
        '--skip-networking=0',
        '--skip-name-resolve',
        '--innodb-flush-log-at-trx-commit=0',
        ...(certificate ? [`--ssl-cert=${certificate.certificatePath}`, `--ssl-key=${certificate.keyPath}`] : []),
      ];
    },
    ready: /ready for connections/,
  };
  return { ...(await startDatabaseProgram(program)), certificate: certificate?.pem ?? '' };
}
