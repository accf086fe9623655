import { z } from 'zod';

/** What a parameter of a tool can be. */
export const PARAMETER_TYPES = ['string', 'number', 'boolean', 'date'] as const;

const ParameterSchema = z.looseObject({
  property: z.string().default(''),
  description: z.string().default(''),
  type: z.string().default('string'),
  required: z.boolean().default(false),
});
/** A parameter of a tool's function, as Flowise saves it. */
export type ToolParameter = z.infer<typeof ParameterSchema>;

/** The parameters of a tool; undefined for a text that is no list of them. */
export function readParameters(text: string): readonly ToolParameter[] | undefined {
  if (text.trim() === '') return [];
  try {
    return z.array(ParameterSchema).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no JSON
  }
}
