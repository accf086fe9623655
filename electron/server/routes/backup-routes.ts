import type { backupOperations } from '../../../shared/operations/backup.ts';
import { DELETED } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

/** `/backups`: copies of the database that can take its place. */
export const backupRoutes = {
  listBackups: {
    touches: 'nothing',
    handle: (_request, { restores }) => restores.list(),
  },
  makeBackup: {
    touches: 'nothing',
    handle: (_request, { restores }) => restores.make(),
  },
  deleteBackup: {
    touches: 'everything',
    handle({ params }, { restores }) {
      restores.remove(params.name);
      return DELETED;
    },
  },
  restoreBackup: {
    touches: 'everything',
    async handle({ params }, { restores }, reply) {
      const restart = await restores.prepare(params.name);
      // Also when the caller has disconnected by now.
      if (reply.raw.closed) restart();
      else reply.raw.once('close', restart);
      reply.code(202);
      return { isRestoring: true } as const;
    },
  },
} satisfies RoutesOf<typeof backupOperations>;
