import { type BrowserWindow, dialog } from 'electron';
import type { CloseChoice } from '../../../shared/ipc/preferences.ts';
import { t } from '../../../shared/texts/t.ts';

/** What a closed window leaves behind. */
export type Closed = 'quit' | 'keep' | 'stay';

const ANSWERS: readonly Closed[] = ['keep', 'quit', 'stay'];

export interface CloseFacts {
  readonly choice: CloseChoice;
  /** An upsert runs, or a sync is on. */
  readonly hasWork: boolean;
  readonly platform: NodeJS.Platform;
}

/** What closing the window does. Without work and a choice it ends the app; on a Mac every app goes on without its windows, so the user is not asked. */
export function whatCloses({ choice, hasWork, platform }: CloseFacts): Closed | 'ask' | 'close' {
  if (platform === 'darwin') return hasWork ? 'keep' : 'close';
  if (choice !== 'ask') return choice;
  return hasWork ? 'ask' : 'quit';
}

/** Asks whether the app goes on without its window. @returns the answer, and whether it holds for every time */
export async function askAboutClosing(window: BrowserWindow): Promise<{ answer: Closed; isForGood: boolean }> {
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t('Keep Tributary running without its window?'),
    detail: t(
      'Upserts and watched folders then go on. The icon in the system’s tray shows the window again, and so does another start of Tributary.',
    ),
    buttons: [t('Keep running'), t('Quit'), t('Cancel')],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    checkboxLabel: t('Don’t ask again (Settings can change it)'),
    checkboxChecked: false,
  });
  const answer = ANSWERS[response] ?? 'stay';
  return { answer, isForGood: checkboxChecked && answer !== 'stay' };
}
