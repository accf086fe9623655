import { z } from 'zod';
import { BackupListSchema, RestoreAnswerSchema } from '../../api/backups.ts';
import { FindQuerySchema, FoundSourceSchema } from '../../api/find.ts';
import { NoticeListSchema, SampleFileSchema, SampleSchema } from '../../api/info.ts';
import { OverviewSchema } from '../../api/overview.ts';
import { SessionCodeSchema, SessionCreateSchema, SessionSchema } from '../../api/session.ts';
import type { Operation } from '../operation.ts';

export const appOperations = {
  listSamples: { method: 'GET', path: '/samples', answer: z.array(SampleSchema) },
  getSample: { method: 'GET', path: '/samples/{name}', answer: SampleFileSchema },
  findSources: {
    method: 'GET',
    path: '/find/sources',
    query: FindQuerySchema,
    answer: z.array(FoundSourceSchema),
  },
  listOverview: { method: 'GET', path: '/overview', answer: z.array(OverviewSchema) },
  listNotices: { method: 'GET', path: '/notices', answer: NoticeListSchema },
  listBackups: { method: 'GET', path: '/backups', answer: BackupListSchema },
  restoreBackup: { method: 'POST', path: '/backups/{name}/restore', answer: RestoreAnswerSchema },
  openSession: { method: 'POST', path: '/session', body: SessionCreateSchema, answer: SessionSchema },
  createSessionCode: { method: 'POST', path: '/session/codes', answer: SessionCodeSchema },
} as const satisfies Record<string, Operation>;
