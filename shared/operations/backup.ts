import { BackupInfoSchema, BackupListSchema, BackupParamsSchema, RestoreAnswerSchema } from '../api/backups.ts';
import { DeleteResultSchema } from '../api/common.ts';
import type { Operations } from './operation.ts';

const tag = 'Server';

/** `/backups`: copies of the database that can take its place. */
export const backupOperations = {
  listBackups: {
    method: 'GET',
    path: '/backups',
    tag,
    summary: 'List the backups of the database',
    answers: { 200: BackupListSchema },
    errors: [],
  },
  makeBackup: {
    method: 'POST',
    path: '/backups',
    tag,
    summary: 'Back up the database now',
    description: 'Answers when the copy is made and checked. Backups that this makes unnecessary are deleted.',
    answers: { 200: BackupInfoSchema },
    errors: ['DATABASE_DAMAGED', 'DISK_FULL'],
  },
  deleteBackup: {
    method: 'DELETE',
    path: '/backups/{name}',
    tag,
    summary: 'Delete a backup',
    params: BackupParamsSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['NOT_FOUND'],
  },
  restoreBackup: {
    method: 'POST',
    path: '/backups/{name}/restore',
    tag,
    summary: 'Put a backup in the place of the database',
    description:
      'The database is kept under another name. Runs are stopped, and the server starts again at the same address.',
    params: BackupParamsSchema,
    answers: { 202: RestoreAnswerSchema },
    errors: ['NOT_FOUND', 'RESTORE_RUNNING', 'DATABASE_DAMAGED', 'DISK_FULL'],
  },
} as const satisfies Operations;
