import type { ChatService } from '../core/chat-source.ts';

/** The services that keep to a JSON schema while they write, whatever the model. */
export const FORCES_SCHEMA: ReadonlySet<ChatService> = new Set(['openai', 'azure', 'ollama']);
