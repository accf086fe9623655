import { z } from 'zod';
import { BugError } from '../../../shared/errors/errors.ts';

export type JsonSchema = Record<string, unknown>;

/** Whether clients send what the schema describes, or receive it. */
export type Direction = 'input' | 'output';

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** A zod object that is not strict lets further fields pass: `additionalProperties: false` would say otherwise. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall?._zod.def.type !== 'never') delete jsonSchema.additionalProperties;
  // Every whole number of JavaScript has these bounds; they say nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A file of a form is sent as it is; `contentEncoding` would mean a text that stands for it.
  if (def.type === 'file') delete jsonSchema.contentEncoding;
  // JSON Schema wants at least one item in this list.
  if (def.type === 'tuple' && def.items.length === 0) delete jsonSchema.prefixItems;
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refsOf(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].flatMap(([, id]) =>
    id === undefined ? [] : [id],
  );
}

function mapValues(object: JsonSchema, map: (value: unknown, key: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Replaces every `$ref` into `$defs` by one into the components. Data of examples is left alone. */
function pointToComponents(schema: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => pointToComponents(item, nameOf));
  if (!isJsonSchema(schema)) return schema;
  return mapValues(schema, (value, key) => {
    if (key === '$ref' && typeof value === 'string') return `${COMPONENTS}${nameOf(value.slice(DEFS.length))}`;
    if (key === 'examples' || key === 'default' || key === 'const' || key === 'enum') return value;
    // Here the keys are names of fields, whatever they say.
    if (key === 'properties' && isJsonSchema(value))
      return mapValues(value, (field) => pointToComponents(field, nameOf));
    return pointToComponents(value, nameOf);
  });
}

/** The ids whose schemas differ from those known of the other direction, or lead to such. */
function differing(
  defs: Readonly<Record<string, JsonSchema>>,
  known: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [id, schema] of Object.entries(defs)) {
    const other = known.get(id);
    if (other !== undefined && other !== JSON.stringify(schema)) found.add(id);
  }
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [id, schema] of Object.entries(defs)) if (refsOf(schema).some((ref) => found.has(ref))) found.add(id);
  }
  return found;
}

/**
 * Turns zod schemas into JSON schemas for an OpenAPI 3.1 document. Those with an id (`.meta({ id })`) become components.
 * What clients receive should be written first: where a schema reads otherwise when it is sent, the component of
 * the sent one is called `<id>Input`.
 */
export function createSchemaWriter() {
  const outputs = new Map<string, string>();
  const components = new Map<string, JsonSchema>();

  return {
    /** By name, in alphabetical order. */
    components: (): Readonly<Record<string, JsonSchema>> =>
      Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),

    write(schema: z.ZodType, direction: Direction): JsonSchema {
      // Inside another schema, one with an id becomes a reference; by itself it would not.
      const json = z.toJSONSchema(z.object({ root: schema }), {
        io: direction,
        unrepresentable: 'any',
        override: tidy,
      });
      const defs = Object.fromEntries(Object.entries(json.$defs ?? {}).filter((entry) => isJsonSchema(entry[1])));
      const others = direction === 'input' ? differing(defs, outputs) : new Set<string>();
      const nameOf = (id: string): string => (others.has(id) ? `${id}Input` : id);
      for (const [id, definition] of Object.entries(defs)) {
        if (direction === 'output') outputs.set(id, JSON.stringify(definition));
        const component = pointToComponents(definition, nameOf);
        if (isJsonSchema(component)) components.set(nameOf(id), component);
      }
      const root = pointToComponents(json.properties?.root, nameOf);
      if (!isJsonSchema(root)) throw new BugError('A schema of the API has no JSON schema');
      return root;
    },
  };
}

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;
