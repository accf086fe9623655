import { ApiError } from '../../shared/client/api-error.ts';
import { t } from '../../shared/texts/t.ts';
import { api } from './client.ts';

const LOOK_AGAIN_MS = 300;
/** A large database takes a while to open again. */
const PATIENCE_MS = 120_000;

async function isBack(): Promise<boolean> {
  try {
    return !(await api.call('listBackups')).isRestoring;
  } catch (error) {
    // It is away while it starts again.
    if (error instanceof ApiError && (error.code === 'NETWORK' || error.status === 503)) return false;
    throw error;
  }
}

/**
 * Puts a backup in the place of the database, and waits for the server to be back.
 * @throws ApiError when the backup can't be used, or the server does not come back
 */
export async function restoreBackup(name: string): Promise<void> {
  await api.call('restoreBackup', { params: { name } });
  const until = performance.now() + PATIENCE_MS;
  while (!(await isBack())) {
    if (performance.now() > until) {
      throw new ApiError(t('The server does not come back: start Tributary again.'), { status: 0, code: 'NETWORK' });
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
