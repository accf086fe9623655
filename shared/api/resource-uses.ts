import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';

/** Something that names a credential or a variable. */
export const ResourceUseSchema = z
  .object({
    kind: z.enum(['chatflow', 'documentStore', 'assistant']),
    id: z.uuid(),
    name: z.string().meta({ description: '"" for an assistant without a name.' }),
  })
  .meta({ id: 'ResourceUse', examples: [{ kind: 'chatflow', id: EXAMPLE_ID, name: 'Handbook' }] });
export type ResourceUse = z.infer<typeof ResourceUseSchema>;

export const ResourceUseListSchema = z.array(ResourceUseSchema);
