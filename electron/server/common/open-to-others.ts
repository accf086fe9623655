import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isOpenUnasked, withAnswer } from '../../../shared/people.ts';
import { makeFolders } from './make-folders.ts';
import { peopleHere } from './people-here.ts';

const SETTINGS_FILE = 'settings.json';

function readSettings(dataDir: string): string | undefined {
  const file = join(dataDir, SETTINGS_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** What to know where programs of other people get in, and nobody has said that they may; undefined otherwise. */
export function describeOpenness(dataDir: string, people: readonly string[] = peopleHere()): string | undefined {
  if (!isOpenUnasked(readSettings(dataDir), people)) return undefined;
  return `${people.length} people can log in to this computer, and programs of each of them can call Tributary: set requireLocalToken in settings.json of the data folder to true, or to false if that is meant.`;
}

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Asks the person at the terminal, at the first start on a data folder, whether programs of other people may call the server. The answer is in settings.json
 * then; a terminal that ends without one leaves it open.
 */
export async function askAboutOthers(
  dataDir: string,
  { input, output }: Terminal,
  people: readonly string[] = peopleHere(),
): Promise<void> {
  if (input.isTTY !== true || output.isTTY !== true || existsSync(join(dataDir, 'tributary.db'))) return;
  const settings = readSettings(dataDir);
  if (!isOpenUnasked(settings, people)) return;
  const lines = createInterface({ input, output });
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const asked = lines.question(
    `${people.length} people can log in to this computer. May programs of all of them read and change what you store here? [y/N] `,
  );
  const answer = await Promise.race([asked, ended]);
  lines.close();
  if (answer === undefined) return;
  makeFolders(dataDir);
  const file = join(dataDir, SETTINGS_FILE);
  writeFileSync(`${file}.new`, withAnswer(settings, !/^\s*y(?:es)?\s*$/i.test(answer)), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
