import { z } from 'zod';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';

function isJsonObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // The message of the check says what it must be.
    return false;
  }
}

const AssistantTypeSchema = z.enum(['CUSTOM', 'OPENAI', 'AZURE']);

/** Fields a client may set. The server owns id and dates; they are ignored in a body, as are fields unknown to us. */
const assistantFields = {
  details: z
    .union([
      z.string().refine(isJsonObjectText, t('must be the JSON text of an object')),
      z.record(z.string(), z.json()).transform((details) => JSON.stringify(details)),
    ])
    .meta({
      description: 'An object or its JSON text: name, instructions, model and whatever else the assistant has.',
    }),
  credential: z.string().nullish().meta({ description: 'Id of a credential.' }),
  iconSrc: z.string().nullish(),
  type: AssistantTypeSchema.default('CUSTOM').meta({
    description: 'Assistants are stored here, not made at a provider.',
  }),
};

const exampleFields = {
  details: '{"name":"Helper","instructions":"Answer from the handbook."}',
  credential: null,
  iconSrc: null,
  type: 'CUSTOM',
} as const;

export const AssistantCreateSchema = z
  .object(assistantFields)
  .meta({ id: 'AssistantCreate', examples: [exampleFields] });
export type AssistantCreate = z.output<typeof AssistantCreateSchema>;

/** PUT merges the fields given. */
export const AssistantUpdateSchema = z
  .object({ ...assistantFields, type: assistantFields.type.unwrap() })
  .partial()
  .meta({ id: 'AssistantUpdate', description: 'The fields to change.', examples: [{ details: '{"name":"Guide"}' }] });
export type AssistantUpdate = z.output<typeof AssistantUpdateSchema>;

export const AssistantSchema = z
  .object({
    id: z.uuid(),
    details: z.string(),
    credential: z.string().nullable(),
    iconSrc: z.string().nullable(),
    type: AssistantTypeSchema,
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({
    id: 'Assistant',
    examples: [
      {
        id: EXAMPLE_ID,
        ...exampleFields,
        createdDate: '2025-01-15T10:30:00.000Z',
        updatedDate: '2025-01-15T10:30:00.000Z',
      },
    ],
  });
export type Assistant = z.infer<typeof AssistantSchema>;

export const AssistantListAnswerSchema = listSchema(AssistantSchema);
export const AssistantListQuerySchema = z.object({
  type: z
    .string()
    .optional()
    .meta({ description: 'Only assistants of this type.', examples: ['CUSTOM'] }),
  ...pagingFields,
});
