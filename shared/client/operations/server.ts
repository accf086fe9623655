import { BackupInfoSchema } from '../../api/backups.ts';
import { DeleteResultSchema } from '../../api/common.ts';
import { OpenApiDocumentSchema, VersionSchema } from '../../api/info.ts';
import {
  ModelBodySchema,
  ModelDownloadBodySchema,
  ModelListSchema,
  ModelQuerySchema,
  PreferredModelBodySchema,
} from '../../api/models.ts';
import { ServerSettingsSchema } from '../../api/server-settings.ts';
import { CleanUpAnswerSchema, CleanUpBodySchema, StorageQuerySchema, StorageSchema } from '../../api/storage.ts';
import type { Operation } from '../operation.ts';

/** The server itself: its settings, data folder, backups and models. */
export const serverOperations = {
  getOpenApi: { method: 'GET', path: '/openapi.json', answer: OpenApiDocumentSchema },
  getVersion: { method: 'GET', path: '/version', answer: VersionSchema },
  getServerSettings: { method: 'GET', path: '/server-settings', answer: ServerSettingsSchema },
  getStorage: { method: 'GET', path: '/storage', query: StorageQuerySchema, answer: StorageSchema },
  cleanUpStorage: {
    method: 'POST',
    path: '/storage/clean-up',
    body: CleanUpBodySchema,
    answer: CleanUpAnswerSchema,
  },
  makeBackup: { method: 'POST', path: '/backups', answer: BackupInfoSchema },
  deleteBackup: { method: 'DELETE', path: '/backups/{name}', answer: DeleteResultSchema },
  listModels: { method: 'GET', path: '/models', answer: ModelListSchema },
  downloadModel: { method: 'POST', path: '/models/download', body: ModelDownloadBodySchema, answer: ModelListSchema },
  cancelModelDownload: { method: 'POST', path: '/models/cancel', body: ModelBodySchema, answer: ModelListSchema },
  preferModel: { method: 'PUT', path: '/models/preferred', body: PreferredModelBodySchema, answer: ModelListSchema },
  removeModel: { method: 'DELETE', path: '/models', query: ModelQuerySchema, answer: ModelListSchema },
} as const satisfies Record<string, Operation>;
