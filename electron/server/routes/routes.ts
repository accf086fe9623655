import { operations } from '../../../shared/operations/operations.ts';
import { answerModelRoutes } from './answer-model-routes.ts';
import { archiveRoutes } from './archive-routes.ts';
import { backupRoutes } from './backup-routes.ts';
import { binRoutes } from './bin-routes.ts';
import { chatMessageRoutes } from './chat-message-routes.ts';
import { chatUploadRoutes } from './chat-upload-routes.ts';
import { chatflowRoutes, flowConfigRoutes } from './chatflow-routes.ts';
import { contentMapRoutes } from './content-map-routes.ts';
import { contentsRoutes } from './contents-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { documentStoreLoaderRoutes } from './document-store-loader-routes.ts';
import { documentStoreChunkRoutes, documentStoreRoutes } from './document-store-routes.ts';
import { documentStoreUpsertRoutes } from './document-store-upsert-routes.ts';
import { embeddedChatRoutes } from './embedded-chat-routes.ts';
import { feedbackRoutes } from './feedback-routes.ts';
import { flowVersionRoutes } from './flow-version-routes.ts';
import { infoRoutes, sampleRoutes } from './info-routes.ts';
import { leadRoutes } from './lead-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { moveRoutes } from './move-routes.ts';
import { nodeToolRoutes } from './node-tool-routes.ts';
import { originalRoutes } from './original-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { predictionRoutes } from './prediction-routes.ts';
import { apiKeyRoutes, assistantRoutes, toolRoutes, variableRoutes } from './resource-routes.ts';
import { joinRoutes, type Route } from './route.ts';
import { runRoutes, upsertHistoryRoutes } from './run-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import { syncRoutes } from './sync-routes.ts';
import { testQuestionRoutes } from './test-question-routes.ts';
import { vectorRoutes } from './vector-routes.ts';
import { webFileRoutes } from './web-file-routes.ts';

/** All routes of the HTTP API, in the order of its document. */
export const routes: readonly Route[] = joinRoutes(operations, {
  ...infoRoutes,
  ...overviewRoutes,
  ...binRoutes,
  ...backupRoutes,
  ...storageRoutes,
  ...modelRoutes,
  ...sessionRoutes,
  ...nodeToolRoutes,
  ...sampleRoutes,
  ...chatflowRoutes,
  ...flowVersionRoutes,
  ...archiveRoutes,
  ...moveRoutes,
  ...toolRoutes,
  ...variableRoutes,
  ...assistantRoutes,
  ...feedbackRoutes,
  ...apiKeyRoutes,
  ...credentialRoutes,
  ...documentStoreRoutes,
  ...documentStoreChunkRoutes,
  ...documentStoreUpsertRoutes,
  ...documentStoreLoaderRoutes,
  ...contentsRoutes,
  ...contentMapRoutes,
  ...runRoutes,
  ...syncRoutes,
  ...upsertHistoryRoutes,
  ...flowConfigRoutes,
  ...vectorRoutes,
  ...answerModelRoutes,
  ...predictionRoutes,
  ...chatMessageRoutes,
  ...conversationRoutes,
  ...embeddedChatRoutes,
  ...chatUploadRoutes,
  ...leadRoutes,
  ...webFileRoutes,
  ...testQuestionRoutes,
  ...originalRoutes,
});
