import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { isOpenUnasked, peopleOf, withAnswer } from '../../../shared/people.ts';
import { t } from '../../../shared/texts/t.ts';
import { askUser } from '../shell/ask-user.ts';

/** What a read of the system gives; undefined where there is nothing, or nothing that may be read. */
function ifReadable<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** The people that can log in to this computer; none where the system does not list them. */
function peopleHere(): readonly string[] {
  if (process.platform !== 'darwin' && process.platform !== 'win32') {
    return peopleOf(ifReadable(() => readFileSync('/etc/passwd', 'utf8')) ?? '', []);
  }
  const beside = ifReadable(() => readdirSync(dirname(homedir()), { withFileTypes: true })) ?? [];
  return peopleOf(
    undefined,
    beside.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
  );
}

/**
 * Asks once, before the server starts, whether programs of other people on this computer may call it; the answer is in settings.json then.
 * Without one it stays open, and the next start asks again.
 * @param dressed settles when dialogs speak the user's language
 */
export async function askAboutOthers(
  dataFolder: string,
  dressed: Promise<void>,
  people: readonly string[] = peopleHere(),
): Promise<void> {
  const file = join(dataFolder, 'settings.json');
  const settings = ifReadable(() => readFileSync(file, 'utf8'));
  if (!isOpenUnasked(settings, people)) return;
  await dressed;
  const { response } = await askUser({
    type: 'question',
    message: t('May programs of other people on this computer use Tributary?'),
    detail: t(
      '{count} people can log in to this computer. Programs of all of them can reach the address of Tributary, and read and change what you store. If only yours may, your scripts send a secret (docs/security.md).',
      { count: people.length },
    ),
    buttons: [t('Only mine'), t('Those of all'), t('Decide later')],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  if (response === 2) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, withAnswer(settings, response === 0), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
