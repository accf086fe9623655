import { app } from 'electron';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import { AppError } from '../../../shared/errors/errors.ts';
import { TakenPortSchema } from '../../../shared/ipc/server-messages.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf, note } from '../logs/app-log.ts';
import { showFolder } from '../logs/log-requests.ts';
import { askUser } from './ask-user.ts';

/** Why a server did not start, in the user's language; what it says itself, in English, has the details. */
function startWords(error: unknown): string {
  const code: ErrorCode | undefined = error instanceof AppError ? error.code : undefined;
  switch (code) {
    case 'DATABASE_NEWER':
      return t('Tributary could not start: a newer version has written its data. Install that version.');
    case 'DATA_FOLDER_UNUSABLE':
      return t('Tributary could not start: its data folder can’t be used.');
    case 'DATA_FOLDER_IN_USE':
      return t('Tributary could not start: another program is using its data folder.');
    case 'SECRET_KEY_UNUSABLE':
      return t('Tributary could not start: the key for credentials is not the right one.');
    case 'INVALID_CONFIG':
      return t('Tributary could not start: its settings are wrong. Correct settings.json in the data folder.');
    default:
      return t('Tributary could not start');
  }
}

/** Says why the app can't start, and ends it. */
export async function failToStart(error: unknown, dataFolder: string): Promise<void> {
  const { response } = await askUser({
    type: 'error',
    message: startWords(error),
    detail: messageOf(error),
    buttons: [t('Quit'), t('Open the folder of the log')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 1) await showFolder(dataFolder, 'logs').catch((reason) => note('error', messageOf(reason)));
  app.exit(1);
}

let isAsking = false;

/** Asks, one time for errors that follow each other, whether to go on after one that nothing has handled. */
export async function askToGoOn(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    const { response } = await askUser({
      type: 'error',
      message: t('Something went wrong in Tributary.'),
      detail: t(
        'Your flows and documents are safe: the server has them. If the window behaves oddly now, quit and start Tributary again. What is known of the error is among the crash reports (Settings, Logs).',
      ),
      buttons: [t('Go on'), t('Quit')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) app.quit();
  } finally {
    isAsking = false;
  }
}

/**
 * Asks what to do about a port that can't be had.
 * @param details of the server's error PORT_IN_USE
 * @returns whether any other port will do
 */
export async function askForAnotherPort(details: unknown): Promise<boolean> {
  const { port, isReserved } = TakenPortSchema.parse(details);
  const { response } = await askUser({
    type: 'question',
    message: isReserved
      ? t('The system does not let Tributary use port {port}.', { port: String(port) })
      : t('Port {port} is taken by another program.', { port: String(port) }),
    detail: t(
      'Any other port serves this window as well. Scripts that call the HTTP API then need the new address: the page “HTTP API” has it.',
    ),
    buttons: [t('Use another port'), t('Quit')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
