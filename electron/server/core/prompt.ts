import type { ChatMessage } from './chat-model.ts';

/** What a model is asked, with variables in it. */
export interface Prompt {
  /**
   * The messages, with values in the place of the variables. A single variable that has no value gets the question. The last one is what is asked.
   * @param known values that the prompt itself does not have, by variable
   * @throws UserError INVALID_PARAM naming the variables, if several have no value
   */
  messages(question: string, known?: Readonly<Record<string, string>>): readonly ChatMessage[];
}
