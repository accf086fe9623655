import type { ChatMessage } from '../core/chat-model.ts';
import { estimateTokens } from './count-tokens.ts';

/** Tokens that instructions, question and answer take, in the context of a model that says nothing about it. */
export const DEFAULT_CONTEXT = 12_000;
/** Of the context, for the answer. */
const FOR_ANSWER = 1500;
/** The most of what is left that goes to what was said before. */
const HISTORY_SHARE = 0.25;
/** Of a message or a passage: its role, its number, its source. */
const OVERHEAD = 12;

const sizeOf = (text: string): number => estimateTokens(text) + OVERHEAD;

/** What of a conversation and of passages goes to the model. */
export interface FittedContext {
  readonly history: readonly ChatMessage[];
  /** How many of the passages, from the best. At least one if there is any: a single one that is too long is the service's to refuse. */
  readonly passages: number;
  /** Tokens of all, with the answer. */
  readonly tokens: number;
}

/** The newest messages that fit, in turns: an answer without its question says nothing. */
function fitHistory(history: readonly ChatMessage[], room: number): readonly ChatMessage[] {
  let left = room;
  let from = history.length;
  for (let at = history.length - 1; at >= 0; at -= 1) {
    left -= sizeOf(history[at]?.content ?? '');
    if (left < 0) break;
    if (history[at]?.role === 'user') from = at;
  }
  return history.slice(from);
}

/**
 * Fits what a model gets into its context: whole passages by rank, and of what was said before the newest turns, at most a quarter.
 * @param fixed tokens of instructions and question
 * @param context tokens of the model's context
 */
export function fitContext(
  { history, passages }: { readonly history: readonly ChatMessage[]; readonly passages: readonly string[] },
  fixed: number,
  context: number = DEFAULT_CONTEXT,
): FittedContext {
  const room = Math.max(0, context - Math.min(FOR_ANSWER, context / 4) - fixed);
  const said = fitHistory(history, room * HISTORY_SHARE);
  let used = said.reduce((sum, { content }) => sum + sizeOf(content), 0);
  let count = 0;
  for (const passage of passages) {
    const size = sizeOf(passage);
    if (count > 0 && used + size > room) break;
    used += size;
    count += 1;
  }
  return { history: said, passages: count, tokens: Math.ceil(fixed + used + Math.min(FOR_ANSWER, context / 4)) };
}
