import { z } from 'zod';

export const EXAMPLE_LOADER_ID = '3b0f8a52-6a1e-4c7d-8b9f-1e2d3c4b5a69';

export const EXAMPLE_CHUNK_ID = '8c1f6f0e-7f53-4b52-9d7e-2a4b6c8d0e1f';

/** What is shown in the place of a saved secret; sent back, it leaves the secret as it is. */
export const SECRET_MASK = '********';

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    // Left as text: the schema behind then says what it wants.
    return value;
  }
}

/** A value, or its JSON text, as forms and the peer's rows carry it. */
export function orText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(parseText, schema);
}

export const flagField = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' || value === '' ? false : value),
  z.boolean(),
);

/** A node of a store: its name and the values of its settings. */
export const StorePartSchema = z
  .object({
    name: z.string().min(1, 'must name a node').meta({ description: 'Name of the node, as GET /nodes lists it.' }),
    config: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Its settings; those left out keep their default, or what the store has.' }),
  })
  .meta({ id: 'StorePart', examples: [{ name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500 } }] });

export type StorePart = z.output<typeof StorePartSchema>;

export const partField = orText(StorePartSchema).optional();

export const nullablePartField = orText(StorePartSchema.nullable()).optional();

export const metadataField = orText(
  z.record(z.string(), z.json(), { error: 'must be a JSON object, for example {"team": "sales"}' }),
);

export const filesField = z.array(z.file()).meta({ description: 'Documents to load.' });
