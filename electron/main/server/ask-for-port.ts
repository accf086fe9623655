import { dialog } from 'electron';
import { t } from '../../../shared/texts/t.ts';

/**
 * Asks what to do about a port that can't be had.
 * @param reason as the server says it
 * @returns whether any other port will do
 */
export async function askForAnotherPort(reason: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: reason,
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
