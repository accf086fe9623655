import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import type { CrashReport } from '../../../shared/ipc/log-tail.ts';

const KEPT_REPORTS = 20;

/** What is reported, by what has failed. */
export const CRASHES = {
  server: 'The server of Tributary ended unexpectedly',
  page: 'The page of Tributary ended unexpectedly',
  app: 'Tributary met an error that nothing handles',
} as const;
export type Crashed = keyof typeof CRASHES;

export interface Crash {
  readonly what: Crashed;
  readonly at: Date;
  /** Versions of the app and of what it runs on, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** What is known of the reason; the last lines of a program. */
  readonly lines: readonly string[];
}

/**
 * Writes what is known of a crash into the folder, for a person to read and send if they want: nothing sends it by itself. The newest 20 reports stay.
 * @returns the path of the report
 */
export function writeCrashReport(folder: string, { what, at, versions, lines }: Crash): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${at.toISOString().replaceAll(':', '-')}-${what}.txt`);
  const head = [
    `${CRASHES[what]}, at ${at.toISOString()}.`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ];
  writeFileSync(path, `${[...head, '', ...lines].join('\n')}\n`, { mode: 0o600 });
  for (const name of listReports(folder).slice(0, -KEPT_REPORTS)) rmSync(join(folder, name));
  return path;
}

/** The names begin with the time. */
function listReports(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();
}

/**
 * The reports in the folder, the newest first; each is one of some 30 lines.
 * @param folder need not exist
 */
export function readCrashReports(folder: string): CrashReport[] {
  let names: string[];
  try {
    names = listReports(folder).reverse();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  return names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}
