import { z } from 'zod';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';

const typeText =
  '`static`: the value that is stored. `runtime`: the environment variable of that name, if settings.json lists it (runtimeVariables).';

/** Flowise has called `static` `string`, too. */
const typeField = z
  .enum(['static', 'runtime', 'string'])
  .transform((type) => (type === 'string' ? 'static' : type))
  .meta({ description: typeText });

/** Fields a client may set. The server owns id and dates; they are ignored in a body, as are fields unknown to us. */
const variableFields = {
  name: z
    .string()
    .trim()
    .min(1, t('must not be empty'))
    .max(255)
    .regex(/^[^{}]*$/, t('must not have braces'))
    .meta({
      description:
        'Usable in text inputs of nodes as `{{$vars.name}}`. Of two of one name the one changed last counts.',
    }),
  value: z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]).nullish(),
  type: typeField.default('static'),
};

const exampleFields = { name: 'team', value: 'Support', type: 'static' } as const;

export const VariableCreateSchema = z.object(variableFields).meta({ id: 'VariableCreate', examples: [exampleFields] });
export type VariableCreate = z.output<typeof VariableCreateSchema>;

/** PUT merges the fields given. */
export const VariableUpdateSchema = z
  .object({ ...variableFields, type: typeField })
  .partial()
  .meta({ id: 'VariableUpdate', description: 'The fields to change.', examples: [{ value: 'Sales' }] });
export type VariableUpdate = z.output<typeof VariableUpdateSchema>;

export const VariableSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    value: z.string().nullable(),
    type: z.enum(['static', 'runtime']),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({
    id: 'Variable',
    examples: [
      {
        id: EXAMPLE_ID,
        ...exampleFields,
        createdDate: '2025-01-15T10:30:00.000Z',
        updatedDate: '2025-01-15T10:30:00.000Z',
      },
    ],
  });
export type Variable = z.infer<typeof VariableSchema>;

export const VariableListAnswerSchema = listSchema(VariableSchema);
export const VariableListQuerySchema = z.object(pagingFields);
