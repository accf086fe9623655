import {
  BackupInfoSchema,
  BackupListSchema,
  BackupParamsSchema,
  RestoreAnswerSchema,
} from '../../../shared/api/backups.ts';
import { DeleteResultSchema } from '../../../shared/api/common.ts';
import { DELETED } from './resource-routes.ts';
import { route } from './route.ts';

const tag = 'Server';

/** `/backups`: copies of the database that can take its place. */
export const backupRoutes = [
  route({
    method: 'GET',
    path: '/backups',
    operationId: 'listBackups',
    touches: 'nothing',
    summary: 'List the backups of the database',
    tag,
    answers: { 200: BackupListSchema },
    errors: [],
    handle: (_request, { restores }) => restores.list(),
  }),
  route({
    method: 'POST',
    path: '/backups',
    operationId: 'makeBackup',
    touches: 'nothing',
    summary: 'Back up the database now',
    description: 'Answers when the copy is made and checked. Backups that this makes unnecessary are deleted.',
    tag,
    answers: { 200: BackupInfoSchema },
    errors: ['DATABASE_DAMAGED', 'DISK_FULL'],
    handle: (_request, { restores }) => restores.make(),
  }),
  route({
    method: 'DELETE',
    path: '/backups/:name',
    operationId: 'deleteBackup',
    touches: 'everything',
    summary: 'Delete a backup',
    tag,
    params: BackupParamsSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['NOT_FOUND'],
    handle({ params }, { restores }) {
      restores.remove(params.name);
      return DELETED;
    },
  }),
  route({
    method: 'POST',
    path: '/backups/:name/restore',
    operationId: 'restoreBackup',
    touches: 'everything',
    summary: 'Put a backup in the place of the database',
    description:
      'The database is kept under another name. Runs are stopped, and the server starts again at the same address.',
    tag,
    params: BackupParamsSchema,
    answers: { 202: RestoreAnswerSchema },
    errors: ['NOT_FOUND', 'RESTORE_RUNNING', 'DATABASE_DAMAGED', 'DISK_FULL'],
    async handle({ params }, { restores }, reply) {
      const restart = await restores.prepare(params.name);
      // Also when the caller has disconnected by now.
      if (reply.raw.closed) restart();
      else reply.raw.once('close', restart);
      reply.code(202);
      return { isRestoring: true } as const;
    },
  }),
];
