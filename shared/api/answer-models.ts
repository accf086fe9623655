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

/** A program on this machine that runs chat models. */
export const LocalProgramSchema = z.object({
  program: z.string(),
  address: z.string().meta({ description: 'Where it answers.' }),
  models: z.array(z.string()).meta({ description: 'By name, those that look as if they embed last.' }),
  wantsKey: z.boolean().meta({ description: 'It says its models only to who has its key.' }),
  chatModel: StorePartSchema.meta({ description: 'The node that asks it, without the model.' }),
  modelParam: z.string().meta({ description: 'The setting of the node that names the model.' }),
});
export type LocalProgram = z.infer<typeof LocalProgramSchema>;

export const LocalProgramsSchema = z.object({ programs: z.array(LocalProgramSchema) }).meta({
  id: 'LocalPrograms',
  examples: [
    {
      programs: [
        {
          program: 'Ollama',
          address: 'http://127.0.0.1:11434',
          models: ['qwen3:4b'],
          wantsKey: false,
          chatModel: { name: 'chatOllama', config: { baseUrl: 'http://127.0.0.1:11434' } },
          modelParam: 'modelName',
        },
      ],
    },
  ],
});
