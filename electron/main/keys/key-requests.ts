import { OperationalError } from '../../../shared/errors/errors.ts';
import type { KeyFacts } from '../../../shared/ipc/key-place.ts';
import { t } from '../../../shared/texts/t.ts';
import type { RequestHandlers } from '../bridge/ipc-main.ts';
import type { ServerProcess } from '../server/server-process.ts';
import type { KeyKeeper, Keyring } from './key-keeper.ts';

export interface KeySurroundings {
  readonly keeper: KeyKeeper;
  readonly keyring: Keyring;
  readonly server: Pick<ServerProcess, 'isJoined' | 'tellKey'>;
  /** Whether the environment has the key: it goes before both places. */
  readonly isInEnvironment: boolean;
}

function readFacts({ keeper, keyring, server, isInEnvironment }: KeySurroundings): KeyFacts {
  if (isInEnvironment) return { place: 'environment', obstacle: null };
  const { place } = keeper;
  if (place === 'keyring') {
    try {
      keeper.openSealed();
    } catch (error) {
      if (error instanceof OperationalError) return { place, obstacle: 'unreadable' };
      throw error;
    }
  } else if (!keyring.isAvailable()) return { place, obstacle: 'no-keyring' };
  return { place, obstacle: server.isJoined ? 'joined' : null };
}

/** Answers the requests of the page about where the key for credentials is stored. */
export function keyRequests(surroundings: KeySurroundings): Pick<RequestHandlers, 'read-key-facts' | 'move-key'> {
  const { keeper, server } = surroundings;
  return {
    'read-key-facts': () => readFacts(surroundings),
    'move-key'(_page, to) {
      const { place, obstacle } = readFacts(surroundings);
      if (place === to) return;
      if (place === 'environment' || obstacle !== null) {
        throw new Error(t('The key for credentials can’t be moved now: Settings, Keys and private mode, says why.'));
      }
      if (to === 'keyring') return keeper.moveToKeyring((key) => server.tellKey(key));
      keeper.moveToFile();
      server.tellKey(null);
    },
  };
}
