import { z } from 'zod';
import { t } from '../../../../shared/texts/t.ts';

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

/** The text of these parameters, numbered as Flowise does; "" for none. */
export function writeParameters(parameters: readonly ToolParameter[]): string {
  return parameters.length === 0 ? '' : JSON.stringify(parameters.map((one, index) => ({ ...one, id: index + 1 })));
}

/** What is wrong with the parameters of a tool; undefined when nothing is. */
export function problemOfParameters(text: string): string | undefined {
  const names = readParameters(text)?.map(({ property }) => property.trim());
  if (names === undefined) return t('Must be a JSON list of parameters.');
  if (names.includes('')) return t('Each parameter needs a name.');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : t('Two parameters are called “{name}”.', { name: twice });
}
