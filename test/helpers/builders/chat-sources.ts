import type { ChatService, ChatSource } from '../../../electron/server/core/chat-source.ts';
import type { ChatFormat } from '../fakes/fake-chat-services.ts';

/** A key that must be seen by the service only. */
export const CHAT_KEY = 'sk-only-for-the-service-0123456789';

/** The format that each service speaks. */
export const FORMAT_OF: Readonly<Record<ChatService, ChatFormat>> = {
  openai: 'openai',
  azure: 'openai',
  groq: 'openai',
  ollama: 'ollama',
  anthropic: 'anthropic',
  mistral: 'mistral',
  google: 'gemini',
};

/** A model of each service, at the paths of the fake. */
export function chatSources(origin: string, timeoutMs = 20_000): readonly ChatSource[] {
  const common = { model: 'fake-model', apiKey: CHAT_KEY, timeoutMs };
  return [
    { ...common, service: 'openai', address: `${origin}/openai/v1`, headers: {} },
    {
      ...common,
      service: 'azure',
      address: `${origin}/openai/deployments/fake-model`,
      headers: {},
      apiVersion: '2024-10-21',
    },
    { ...common, service: 'ollama', address: `${origin}/ollama`, numCtx: 8192, isJson: false },
    { ...common, service: 'anthropic', address: `${origin}/anthropic` },
    { ...common, service: 'mistral', address: `${origin}/mistral`, isSafe: false },
    { ...common, service: 'groq', address: `${origin}/openai/groq` },
    { ...common, service: 'google', address: `${origin}/gemini` },
  ];
}
