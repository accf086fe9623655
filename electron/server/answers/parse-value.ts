import { z } from 'zod';
import { describeFault } from '../../../shared/errors/describe-fault.ts';
import { parseJson } from '../../../shared/json/parse-json.ts';
import type { JsonSchema } from '../../../shared/nodes/outputparsers/zod-source.ts';
import type { JsonValue, OutputParser } from '../core/output-parser.ts';
import { unfitAnswer } from './parse-list.ts';

const ObjectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()),
});
const ArraySchema = z.looseObject({ type: z.literal('array'), items: z.record(z.string(), z.unknown()) });
const UnionSchema = z.looseObject({ anyOf: z.array(z.record(z.string(), z.unknown())) });
/** Of other words some services say that they do not know them. */
const PlainSchema = z.object({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'null']),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
});
const NULL = { type: 'null' };

const allOf = (schemas: readonly (JsonSchema | undefined)[]): readonly JsonSchema[] | undefined =>
  schemas.every((schema) => schema !== undefined) ? schemas : undefined;

/**
 * A schema in the words that services can force an answer into: every property is there, so that one that may be missing is null. Limits are left to the check that comes after.
 * @returns undefined for what they can't: any value, or objects with any names
 */
function forcedSchema(schema: JsonSchema): JsonSchema | undefined {
  const object = ObjectSchema.safeParse(schema).data;
  if (object !== undefined) {
    const names = Object.keys(object.properties);
    const parts = allOf(
      Object.entries(object.properties).map(([name, part]) => {
        const forced = forcedSchema(part);
        return forced === undefined || object.required.includes(name) ? forced : { anyOf: [forced, NULL] };
      }),
    );
    if (parts === undefined) return undefined;
    const properties = Object.fromEntries(names.map((name, at) => [name, parts[at]]));
    return { type: 'object', properties, required: names, additionalProperties: false };
  }
  const array = ArraySchema.safeParse(schema).data;
  if (array !== undefined) {
    const items = forcedSchema(array.items);
    return items === undefined ? undefined : { type: 'array', items };
  }
  const union = UnionSchema.safeParse(schema).data;
  if (union !== undefined) {
    const anyOf = allOf(union.anyOf.map(forcedSchema));
    return anyOf === undefined ? undefined : { anyOf };
  }
  if (typeof schema.const === 'string') return { type: 'string', enum: [schema.const] };
  return PlainSchema.safeParse(schema).data;
}

/** A value without what its schema has no place for: other properties, and null for one that may be missing. */
function withoutRest(value: unknown, schema: JsonSchema): unknown {
  const object = ObjectSchema.safeParse(schema).data;
  if (object !== undefined && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([name, one]) => {
      const part = Object.hasOwn(object.properties, name) ? object.properties[name] : undefined;
      if (part === undefined || (one === null && !object.required.includes(name))) return [];
      return [[name, withoutRest(one, part)] as const];
    });
    return Object.fromEntries(entries);
  }
  const array = ArraySchema.safeParse(schema).data;
  return array !== undefined && Array.isArray(value) ? value.map((one) => withoutRest(one, array.items)) : value;
}

/** The JSON in an answer: all of it, a block of code in it, or what stands between its first and last bracket. */
function jsonIn(text: string): unknown {
  const block = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  const between = /[{[][\s\S]*[}\]]/.exec(text)?.[0];
  for (const part of [text, block, between]) {
    const value = part === undefined ? undefined : parseJson(part);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Makes a value of an answer that fits a schema. */
export function valueParser(schema: JsonSchema, asksAgain: boolean): OutputParser {
  const fitting = z.fromJSONSchema(schema);
  return {
    instructions: `Answer with JSON and nothing else. It must fit this JSON schema:\n${JSON.stringify(schema)}`,
    schema: schema.type === 'object' ? forcedSchema(schema) : undefined,
    asksAgain,
    parse(text): JsonValue {
      const said = jsonIn(text);
      if (said === undefined) throw unfitAnswer('it is no JSON', text);
      const { data, error } = fitting.pipe(z.json()).safeParse(withoutRest(said, schema));
      if (error !== undefined) throw unfitAnswer(describeFault(error), text);
      return data;
    },
  };
}
