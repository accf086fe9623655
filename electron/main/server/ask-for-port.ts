import { TakenPortSchema } from '../../../shared/ipc/server-messages.ts';
import { t } from '../../../shared/texts/t.ts';
import { askUser } from '../shell/ask-user.ts';

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
