import type { ChatSource } from '../../core/chat-source.ts';
import type { OpenedService } from './service.ts';

/** Opens a model with the client of its service, which is loaded now if it was not before. */
export async function openService(source: ChatSource): Promise<OpenedService> {
  switch (source.service) {
    case 'openai':
    case 'azure':
      return (await import('./openai.ts')).openAI(source);
    case 'ollama':
      return (await import('./ollama.ts')).ollama(source);
    case 'anthropic':
      return (await import('./anthropic.ts')).anthropic(source);
    case 'mistral':
      return (await import('./mistral.ts')).mistral(source);
    case 'groq':
      return (await import('./groq.ts')).groq(source);
    case 'google':
      return (await import('./google.ts')).google(source);
  }
}
