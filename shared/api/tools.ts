import { z } from 'zod';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';

/** Fields a client may set. The server owns id and dates; they are ignored in a body, as are fields unknown to us. */
const toolFields = {
  name: z.string().trim().min(1, t('must not be empty')).max(255),
  description: z.string().default(''),
  color: z.string().default('').meta({ description: 'Of its card: any CSS colour or gradient.' }),
  iconSrc: z.string().nullish(),
  schema: z
    .string()
    .nullish()
    .meta({ description: 'JSON text: a list of `{id, property, description, type, required}`.' }),
  func: z.string().nullish().meta({
    description:
      'JavaScript, the body of an async function. Agents may run it once a person has approved this very text in the app.',
  }),
};

const exampleFields = {
  name: 'add_numbers',
  description: 'Adds two numbers.',
  color: '#4f6bed',
  iconSrc: null,
  schema: '[{"id":1,"property":"a","description":"First number","type":"number","required":true}]',
  func: 'return $a + 1;',
};

export const ToolCreateSchema = z.object(toolFields).meta({ id: 'ToolCreate', examples: [exampleFields] });
export type ToolCreate = z.output<typeof ToolCreateSchema>;

/** PUT merges the fields given. */
export const ToolUpdateSchema = z
  .object({ ...toolFields, description: toolFields.description.unwrap(), color: z.string() })
  .partial()
  .meta({ id: 'ToolUpdate', description: 'The fields to change.', examples: [{ description: 'Adds numbers.' }] });
export type ToolUpdate = z.output<typeof ToolUpdateSchema>;

export const ToolSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    color: z.string(),
    iconSrc: z.string().nullable(),
    schema: z.string().nullable(),
    func: z.string().nullable(),
    isApproved: z.boolean().meta({ description: 'Whether a person has approved this code: agents may run it.' }),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({
    id: 'Tool',
    examples: [
      {
        id: EXAMPLE_ID,
        ...exampleFields,
        isApproved: false,
        createdDate: '2025-01-15T10:30:00.000Z',
        updatedDate: '2025-01-15T10:30:00.000Z',
      },
    ],
  });
export type Tool = z.infer<typeof ToolSchema>;

/** The very code is sent back, so that nobody approves what was changed meanwhile. */
export const ToolApprovalSchema = z
  .object({
    func: z.string().meta({ description: 'The code that the person has seen.' }),
    isApproved: z.boolean().meta({ description: 'False takes an approval back.' }),
  })
  .meta({ id: 'ToolApproval', examples: [{ func: 'return $a + 1;', isApproved: true }] });
export type ToolApproval = z.output<typeof ToolApprovalSchema>;

export const ToolListAnswerSchema = listSchema(ToolSchema);
export const ToolListQuerySchema = z.object(pagingFields);
