import type { ServerStatus } from '../../shared/ipc/bridge.ts';
import { t } from '../../shared/texts/t.ts';

/** What the desktop app says of its server. */
export const SERVER_WORDS: Readonly<Record<ServerStatus['state'], string>> = {
  starting: t('The server stopped unexpectedly and is being started again.'),
  replacing: t('The server that another program had started has ended. Tributary starts one of its own.'),
  restarted: t('The server is back. No committed data was lost.'),
  stopped: t('The server keeps stopping: quit Tributary and start it again.'),
  finishing: t('Tributary closes when the upsert has ended.'),
  running: t('Tributary stays open.'),
};
