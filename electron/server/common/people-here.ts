import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { peopleOf } from '../../../shared/people.ts';

/** The people that can log in to this computer; none where the system does not tell. */
export function peopleHere(): readonly string[] {
  try {
    if (process.platform !== 'darwin' && process.platform !== 'win32') {
      return peopleOf(readFileSync('/etc/passwd', 'utf8'), []);
    }
    const beside = readdirSync(dirname(homedir()), { withFileTypes: true });
    return peopleOf(
      undefined,
      beside.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    );
  } catch (error) {
    // A system or a sandbox that keeps its accounts to itself.
    if (['ENOENT', 'EACCES', 'EPERM'].includes(codeOf(error))) return [];
    throw error;
  }
}
