import type { z } from 'zod';
import type { LocalProgram } from '../../../shared/api/answer-models.ts';
import type { Notice, OpenApiDocumentSchema } from '../../../shared/api/info.ts';
import type { ServerSettings } from '../../../shared/api/server-settings.ts';
import type { Log } from '../core/log.ts';
import type { AnswerService } from '../services/answers/answer-service.ts';
import type { ConversationService } from '../services/answers/conversation-service.ts';
import type { LeadService } from '../services/answers/lead-service.ts';
import type { UploadService } from '../services/answers/upload-service.ts';
import type { ApiKeyService } from '../services/api-key-service.ts';
import type { AppSession } from '../services/app-session.ts';
import type { ArchiveService } from '../services/archives/archive-service.ts';
import type { AssistantService } from '../services/assistant-service.ts';
import type { BinService } from '../services/bin-service.ts';
import type { ChatMessageService } from '../services/chat-message-service.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import type { ContentsService } from '../services/contents/contents-service.ts';
import type { CredentialService } from '../services/credential-service.ts';
import type { StorageService } from '../services/data-folder/storage-service.ts';
import type { RemovalService } from '../services/deletion/removal-service.ts';
import type { DocumentStoreService } from '../services/document-stores/document-store-service.ts';
import type { FeedbackService } from '../services/feedback-service.ts';
import type { FindService } from '../services/find-service.ts';
import type { FlowVersionService } from '../services/flow-versions/flow-version-service.ts';
import type { IdempotencyService } from '../services/idempotency-service.ts';
import type { Libraries } from '../services/libraries/libraries.ts';
import type { MapService } from '../services/map/map-service.ts';
import type { AnswerModelService } from '../services/models/answer-model-service.ts';
import type { ModelRules } from '../services/models/model-rules.ts';
import type { ModelService } from '../services/models/model-service.ts';
import type { MoveService } from '../services/move/move-service.ts';
import type { NodeToolsService } from '../services/node-tools-service.ts';
import type { OverviewService } from '../services/overview-service.ts';
import type { QueryService } from '../services/query/query-service.ts';
import type { SearchService } from '../services/query/search-service.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import type { OriginalsApi } from '../services/read-originals/originals-api.ts';
import type { RestoreService } from '../services/restore-service.ts';
import type { RunDetailsService } from '../services/runs/run-details-service.ts';
import type { RunService } from '../services/runs/run-service.ts';
import type { SyncService } from '../services/sync/sync-service.ts';
import type { TestQuestionService } from '../services/test-question-service.ts';
import type { ToolService } from '../services/tool-service.ts';
import type { RunChunksService } from '../services/undo/run-chunks-service.ts';
import type { UndoService } from '../services/undo/undo-service.ts';
import type { UpsertHistoryService } from '../services/upsert-history-service.ts';
import type { UpsertService } from '../services/upserts/upsert-service.ts';
import type { VariableService } from '../services/variable-service.ts';
import type { ResourceUseRepository } from '../storage/repositories/resource-use-repository.ts';

/** What the routes work with: each names in its signature what it uses of this. */
export interface ApiContext {
  readonly session: AppSession;
  readonly apiKeys: ApiKeyService;
  readonly credentials: CredentialService;
  readonly variables: VariableService;
  readonly tools: ToolService;
  readonly assistants: AssistantService;
  /** Where credentials and variables are used. */
  readonly resourceUses: ResourceUseRepository;
  readonly feedback: FeedbackService;
  readonly answers: AnswerService;
  readonly answerModels: AnswerModelService;
  readonly modelRules: ModelRules;
  readonly chatMessages: ChatMessageService;
  readonly conversations: ConversationService;
  readonly leads: LeadService;
  readonly chatUploads: UploadService;
  readonly chatflows: ChatflowService;
  readonly flowVersions: FlowVersionService;
  readonly overview: OverviewService;
  readonly find: FindService;
  readonly bin: BinService;
  readonly runs: RunService;
  readonly runDetails: RunDetailsService;
  readonly runChunks: RunChunksService;
  readonly undos: UndoService;
  readonly libraries: Libraries;
  readonly upserts: UpsertService;
  readonly queries: QueryService;
  readonly searches: SearchService;
  readonly documentStores: DocumentStoreService;
  readonly contents: ContentsService;
  readonly map: MapService;
  readonly removals: RemovalService;
  readonly sync: SyncService;
  readonly nodeTools: NodeToolsService;
  readonly idempotency: IdempotencyService;
  readonly history: UpsertHistoryService;
  readonly testQuestions: TestQuestionService;
  readonly originals: OriginalsApi;
  readonly restores: RestoreService;
  readonly storage: StorageService;
  readonly archives: ArchiveService;
  readonly moves: MoveService;
  readonly models: ModelService;
  /** Programs with chat models that run on this machine. */
  readonly findLocalPrograms: (signal: AbortSignal) => Promise<readonly LocalProgram[]>;
  readonly serverSettings: () => ServerSettings;
  readonly rateLimiter: RateLimiter;
  readonly version: string;
  readonly log: Log;
  /** What the user should see: a database set aside, say. */
  readonly notices: () => readonly Notice[];
  /** The OpenAPI document of all routes. */
  readonly describeApi: () => Promise<z.input<typeof OpenApiDocumentSchema>>;
  /** The port that the server listens on; undefined while it does not. */
  readonly port: () => number | undefined;
  /** All files of one call together. */
  readonly uploadLimitBytes: number;
  readonly samplesFolder: string;
  /** Fetches what lies at a web address, as a file; addresses of this machine and of private networks only if they are allowed. */
  readonly fetchWebFile: (
    address: string,
    options: { readonly allowLocalNetwork: boolean; readonly signal: AbortSignal },
  ) => Promise<{ readonly name: string; readonly bytes: Buffer }>;
}
