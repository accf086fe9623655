import { QUERY_LIMIT } from '../../../shared/api/vector.ts';
import type { ChatModel } from '../core/chat-model.ts';
import { completeText } from './ask-model.ts';
import { fillPrompt } from './fill-prompt.ts';

const TOKENS_EACH = 100;
/** A number or a dash before a question of a list. */
const BULLET = /^(?:\d+[.)]|[-*•])\s+/;

const promptFor = (count: number) =>
  [
    `Write ${count} other ways to ask the question at the end, so that a search finds what the question itself misses.`,
    'Write them in the language of the question, one a line, and nothing else.',
    '',
    'Question: {question}',
  ].join('\n');

/**
 * A question in other words of a model.
 * @param own prompt in the place of ours; "" for ours
 * @returns at most as many as are asked for, without the question itself
 * @throws as `ChatModel.stream`
 */
export async function otherQuestions(
  model: ChatModel,
  { question, count, own }: { readonly question: string; readonly count: number; readonly own: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const content = fillPrompt(own.trim() === '' ? promptFor(count) : own, { question });
  const options = { signal, temperature: 0, maxTokens: TOKENS_EACH * count };
  const text = await completeText(model, [{ role: 'user', content }], options);
  const [, tagged] = /<questions>([\s\S]*?)(?:<\/questions>|$)/.exec(text) ?? [];
  const written = (tagged ?? text).split('\n').map((line) => line.trim().replace(BULLET, '').slice(0, QUERY_LIMIT));
  return [...new Set(written)].filter((line) => line !== '' && line !== question).slice(0, count);
}
