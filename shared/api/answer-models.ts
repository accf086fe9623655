import { z } from 'zod';
import { StorePartSchema } from './document-store-parts.ts';

const EXAMPLE_MODEL = { name: 'chatOllama', config: { baseUrl: 'http://localhost:11434', modelName: 'qwen3:4b' } };

/** A chat model as a node with its settings. */
export const AnswerModelSchema = StorePartSchema.meta({
  id: 'AnswerModel',
  description:
    'A chat model node with its settings; the id of a credential is `config.credential`. A masked secret stands for the one that is stored.',
  examples: [EXAMPLE_MODEL],
});

export const AnswerModelSettingSchema = z
  .object({
    chatModel: AnswerModelSchema.nullable().meta({ description: 'null: answers are sentences of the passages.' }),
  })
  .meta({ id: 'AnswerModelSetting', examples: [{ chatModel: EXAMPLE_MODEL }] });
export type AnswerModelSetting = z.infer<typeof AnswerModelSettingSchema>;
