import { z } from 'zod';

/**
 * An example of a schema: the first one of its `.meta({ examples })`; for a list, one example of its rows; for a choice,
 * that of the first one that has one.
 */
export function findExample(schema: z.core.$ZodType): unknown {
  const examples = z.globalRegistry.get(schema)?.examples;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (schema instanceof z.ZodArray) {
    const row = findExample(schema.element);
    return row === undefined ? undefined : [row];
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(findExample).find((found) => found !== undefined);
  return undefined;
}
