import { z } from 'zod';
import { parseFormJson } from '../json/parse-json.ts';
import { isUnset } from '../nodes/unset.ts';

export const EXAMPLE_LOADER_ID = '3b0f8a52-6a1e-4c7d-8b9f-1e2d3c4b5a69';

export const EXAMPLE_CHUNK_ID = '8c1f6f0e-7f53-4b52-9d7e-2a4b6c8d0e1f';

/** What is shown in the place of a saved secret; sent back, it leaves the secret as it is. */
export const SECRET_MASK = '********';

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  // Text that is no JSON is left: the schema behind then says what it wants.
  const parsed = parseFormJson(value);
  return parsed === undefined ? value : parsed;
}

/** A value, or its JSON text, as forms and Flowise's rows carry it. */
export function orText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(parseText, schema);
}

const EXAMPLE_PART = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500 } };

const config = z
  .preprocess((value) => (isUnset(value) ? {} : parseText(value)), z.record(z.string(), z.unknown()).default({}))
  .meta({ description: 'Its settings; those left out keep their default, or what the store has.' });

/** A node of a store: its name and the values of its settings. */
export const StorePartSchema = z
  .object({
    name: z.string().min(1, 'must name a node').meta({ description: 'Name of the node, as GET /nodes lists it.' }),
    config,
  })
  .meta({ id: 'StorePart', examples: [EXAMPLE_PART] });

export type StorePart = z.output<typeof StorePartSchema>;

/** A part of a call: without a name it changes settings of the node that is there already. */
const PartChangeSchema = z
  .object({
    name: z.string().min(1, 'must name a node').optional().meta({
      description: 'Name of the node, as GET /nodes lists it. Without it: the node that the loader or the store has.',
    }),
    config,
  })
  .meta({ id: 'PartChange', examples: [EXAMPLE_PART] });

export interface PartChange {
  readonly name?: string | undefined;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A part that says nothing is as good as none. */
function withoutEmptyPart(value: unknown): unknown {
  const given = parseText(value);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const { name, config: settings }: { name?: unknown; config?: unknown } = given;
  if (name !== undefined && name !== null) return given;
  const known = parseText(settings);
  const isEmpty = isUnset(known) || JSON.stringify(known) === '{}';
  return isEmpty ? undefined : { config: known };
}

export const partField = z.preprocess((value) => withoutEmptyPart(value) ?? undefined, PartChangeSchema.optional());

/** {@link PartChangeSchema} of calls that Flowise does not have: with nothing else in it. */
export const OwnPartChangeSchema = PartChangeSchema.strict();

/** As {@link partField}, in such calls. */
export const ownPartField = z.preprocess(
  (value) => withoutEmptyPart(value) ?? undefined,
  OwnPartChangeSchema.optional(),
);

/** As {@link partField}; `null` takes the part away. */
export const nullablePartField = z.preprocess(withoutEmptyPart, PartChangeSchema.nullable().optional());

export const metadataField = orText(
  z
    .record(z.string(), z.json(), { error: 'must be a JSON object, for example {"team": "sales"}' })
    .nullish()
    .transform((metadata) => metadata ?? undefined),
);

export const filesField = z.array(z.file()).meta({ description: 'Documents to load.' });
