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

export const AnswerRulesBodySchema = z
  .strictObject({
    localModelsOnly: z.boolean().optional().meta({
      description: 'Whether no question and no passage may go to a model on another machine, whoever asks.',
    }),
    allowedHosts: z.array(z.string().min(1).max(255)).max(100).optional().meta({
      description: 'Where a person has agreed that questions and passages go, as `host` or `host:port`. All of them.',
    }),
  })
  .meta({ id: 'AnswerRulesBody', examples: [{ allowedHosts: ['api.openai.com'] }] });
export type AnswerRulesBody = z.output<typeof AnswerRulesBodySchema>;

export const AnswerRulesSchema = z
  .object({
    localModelsOnly: z.boolean(),
    allowedHosts: z.array(z.string()),
    ownerIds: z.array(z.string()).meta({
      description:
        'For whom a person agrees where a question goes: the chatflow or store itself, and document stores that it reads.',
    }),
    models: z
      .array(
        z.object({
          model: z.string(),
          address: z.string(),
          host: z
            .string()
            .nullable()
            .meta({ description: 'Where questions and passages go; null: they stay on this machine.' }),
          isAllowed: z.boolean().meta({ description: 'Whether nobody is asked any more before they go there.' }),
        }),
      )
      .meta({
        description:
          'Where a question and the passages for it go: chat models, and services that order passages. None: sentences of the passages answer.',
      }),
  })
  .meta({
    id: 'AnswerRules',
    examples: [
      {
        localModelsOnly: false,
        allowedHosts: ['api.openai.com'],
        ownerIds: ['8f1c3c3e-5f0a-4d0e-9d4b-2f3f0c6a1b7d'],
        models: [
          { model: 'gpt-4o-mini', address: 'https://api.openai.com/v1', host: 'api.openai.com', isAllowed: true },
        ],
      },
    ],
  });
export type AnswerRules = z.infer<typeof AnswerRulesSchema>;

const TokenSumsSchema = z.object({ inputTokens: z.int(), outputTokens: z.int() });

export const TokenUseQuerySchema = z.object({
  chatId: z.string().max(255).optional().meta({ description: 'Of which conversation besides.' }),
});

export const TokenUseSchema = z
  .object({
    total: TokenSumsSchema.meta({ description: 'Of all answers, also of deleted conversations.' }),
    today: TokenSumsSchema.meta({ description: "Since midnight of the server's clock." }),
    chat: TokenSumsSchema.nullable().meta({ description: 'Of the messages of the conversation that is named.' }),
    limit: z.int().nullable().meta({ description: 'Tokens that the flow may use in a day; null: there is no limit.' }),
  })
  .meta({
    id: 'TokenUse',
    examples: [
      {
        total: { inputTokens: 120_400, outputTokens: 8210 },
        today: { inputTokens: 2480, outputTokens: 96 },
        chat: null,
        limit: 50_000,
      },
    ],
  });
export type TokenUse = z.infer<typeof TokenUseSchema>;
