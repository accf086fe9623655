import { UserError } from '../../../shared/errors/errors.ts';
import type { ChatMessage } from '../core/chat-model.ts';
import type { Prompt } from '../core/prompt.ts';

/** Braces that stand for themselves, or a variable. What has no name between its braces, JSON for example, is text. */
const BRACES = /\{\{|\}\}|\{\s*([\p{L}_][\p{L}\p{N}_ .-]*?)\s*\}/gu;

/** A prompt with values in the place of its variables, `{name}`. What has no value stays as it is. Values are not searched again. */
export function fillPrompt(prompt: string, values: Readonly<Record<string, string>>): string {
  // Without a brace that is doubled on purpose, two that close belong to two that open.
  const isDoubled = prompt.includes('{{');
  return prompt.replaceAll(BRACES, (written: string, name: string | undefined) => {
    if (name === undefined) return isDoubled ? written.slice(1) : written;
    return Object.hasOwn(values, name) ? (values[name] ?? '') : written;
  });
}

function variablesOf(prompts: readonly string[]): string[] {
  const names = prompts.flatMap((prompt) => Array.from(prompt.matchAll(BRACES), ([, name]) => name ?? []));
  return [...new Set(names.flat())];
}

/** The values that a prompt node has of its own, as texts. */
function textsOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : JSON.stringify(value)] as const;
  });
  return Object.fromEntries(texts);
}

/**
 * A prompt of templates.
 * @param own values of its variables
 */
export function templatePrompt(templates: readonly ChatMessage[], own: Readonly<Record<string, unknown>>): Prompt {
  const names = variablesOf(templates.map(({ content }) => content));
  return {
    messages(question, known = {}) {
      const values = { ...known, ...textsOf(own) };
      const [open, second] = names.filter((name) => !Object.hasOwn(values, name));
      if (second !== undefined) {
        throw new UserError(
          'INVALID_PARAM',
          `The prompt has several variables without a value (${open}, ${second}): only one can be the question, so give the others a value in "Format Prompt Values".`,
        );
      }
      const all = open === undefined ? values : { ...values, [open]: question };
      return templates.map(({ role, content }) => ({ role, content: fillPrompt(content, all) }));
    },
  };
}
