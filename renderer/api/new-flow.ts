import type { Chatflow, ChatflowCreate } from '../../shared/api/chatflows.ts';

/** The name of a copy: "Report (copy)", "Report (copy 2)", … */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/ \(copy(?: \d+)?\)$/, '');
  let number = 1;
  let candidate = `${stem} (copy)`;
  while (taken.has(candidate)) {
    number += 1;
    candidate = `${stem} (copy ${number})`;
  }
  return candidate;
}

export function namesOf(chatflows: readonly Pick<Chatflow, 'name'>[]): ReadonlySet<string> {
  return new Set(chatflows.map(({ name }) => name));
}

/** A copy under a name of its own; bound to no key, and not published. */
export function copyOf(chatflow: Chatflow, taken: ReadonlySet<string>): ChatflowCreate {
  const { name, flowData, chatbotConfig, apiConfig, analytic, category } = chatflow;
  const { speechToText, textToSpeech, followUpPrompts } = chatflow;
  return {
    name: copyName(name, taken),
    flowData,
    chatbotConfig,
    apiConfig,
    analytic,
    category,
    speechToText,
    textToSpeech,
    followUpPrompts,
  };
}
