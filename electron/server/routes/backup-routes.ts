import { BackupListSchema, BackupParamsSchema, RestoreAnswerSchema } from '../../../shared/api/backups.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { BackupFile } from '../storage/backups.ts';
import { describeBackup } from '../storage/database-notices.ts';
import type { ApiApp } from './operation.ts';

export interface BackupRouteOptions {
  readonly list: () => readonly BackupFile[];
  /** Checks a backup and copies it beside the database. @returns what puts it in place and starts the server again */
  readonly prepareRestore: (name: string) => Promise<() => void>;
}

const tags = ['Server'];

/** `/backups`: copies of the database that can take its place. */
export function backupRoutes(app: ApiApp, { list, prepareRestore }: BackupRouteOptions): void {
  let isRestoring = false;
  app.get(
    '/backups',
    {
      schema: {
        operationId: 'listBackups',
        summary: 'List the backups of the database',
        tags,
        response: { 200: BackupListSchema },
      },
    },
    () => ({ backups: list().map(describeBackup), isRestoring }),
  );
  app.post(
    '/backups/:name/restore',
    {
      schema: {
        operationId: 'restoreBackup',
        summary: 'Put a backup in the place of the database',
        description:
          'The database is kept under another name. Runs are stopped, and the server starts again at the same address.',
        tags,
        params: BackupParamsSchema,
        response: {
          202: RestoreAnswerSchema,
          ...errorAnswers('NOT_FOUND', 'RESTORE_RUNNING', 'DATABASE_DAMAGED', 'DISK_FULL'),
        },
      },
    },
    async ({ params }, reply) => {
      const restart = await prepareRestore(params.name);
      isRestoring = true;
      // A caller that is gone already has asked for it, too.
      if (reply.raw.closed) restart();
      else reply.raw.once('close', restart);
      return reply.code(202).send({ isRestoring: true });
    },
  );
}
