import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A self-signed certificate and its key, as files in a folder; they get the folder's owner. */
export interface TestCertificate {
  readonly certificatePath: string;
  readonly keyPath: string;
  /** The certificate's text; it is its own authority. */
  readonly pem: string;
}

function findOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Why certificates are not available; undefined if they are. */
export const certificateSkipReason = findOpenssl() ? undefined : 'openssl is not installed (apt-get install openssl)';

/** @param name its subjectAltName: `IP:127.0.0.1`, `DNS:localhost` */
export function makeCertificate(folder: string, name: string): TestCertificate {
  const certificatePath = join(folder, 'server.crt');
  const keyPath = join(folder, 'server.key');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=Tributary test', '-addext', `subjectAltName=${name}`, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', keyPath, '-out', certificatePath], {
    stdio: 'pipe',
  });
  const { uid, gid } = statSync(folder);
  for (const path of [certificatePath, keyPath]) chownSync(path, uid, gid);
  return { certificatePath, keyPath, pem: readFileSync(certificatePath, 'utf8') };
}
