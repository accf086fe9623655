import { UserError } from '../../../shared/errors/errors.ts';
import type { Config } from '../config.ts';
import { createSecretKey } from '../secrets/secret-key.ts';
import type { Database } from '../storage/database.ts';
import { createApiKeyRepository } from '../storage/repositories/api-key-repository.ts';
import { createAssistantRepository } from '../storage/repositories/assistant-repository.ts';
import { createCredentialRepository } from '../storage/repositories/credential-repository.ts';
import { createFeedbackRepository } from '../storage/repositories/feedback-repository.ts';
import { createToolRepository } from '../storage/repositories/tool-repository.ts';
import { createVariableRepository } from '../storage/repositories/variable-repository.ts';
import { createApiKeyService } from './api-key-service.ts';
import { createAssistantService } from './assistant-service.ts';
import type { ChatflowService } from './chatflow-service.ts';
import { createCredentialService } from './credential-service.ts';
import { createFeedbackService } from './feedback-service.ts';
import { createToolService } from './tool-service.ts';
import { createVariableService } from './variable-service.ts';

export interface ResourceServicesOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'requireApiKey' | 'readEnvironment' | 'readSecretKey'>;
  readonly secretKeyFile: string;
  readonly chatflows: Pick<ChatflowService, 'find'>;
  readonly now: () => Date;
}

/**
 * The services of the small resources.
 * @throws UserError INVALID_CONFIG when every call needs a key and there is none: nobody could get in, not even to make one
 */
export function createResourceServices({ db, config, secretKeyFile, chatflows, now }: ResourceServicesOptions) {
  const apiKeys = createApiKeyService(createApiKeyRepository(db), now);
  if (config.requireApiKey && apiKeys.isEmpty()) {
    throw new UserError(
      'INVALID_CONFIG',
      'requireApiKey in settings.json is on, and there is no API key yet: set it to false, start, make a key (POST /api/v1/apikey), and set it to true again.',
    );
  }
  const secretKey = createSecretKey(secretKeyFile, config.readSecretKey());
  return {
    apiKeys,
    /** What stored secrets are encrypted with. */
    secretKey,
    tools: createToolService(createToolRepository(db), now),
    variables: createVariableService({
      variables: createVariableRepository(db),
      now,
      readEnvironment: config.readEnvironment,
    }),
    assistants: createAssistantService(createAssistantRepository(db), now),
    feedback: createFeedbackService({
      feedback: createFeedbackRepository(db),
      requireChatflow: chatflows.find,
      now,
    }),
    credentials: createCredentialService({
      credentials: createCredentialRepository(db),
      secretKey,
      now,
    }),
  };
}

export type ResourceServices = ReturnType<typeof createResourceServices>;
