import type { z } from 'zod';
import { parseFormJson } from '../../../shared/json/parse-json.ts';
import type { FormFields } from '../plugins/request-bodies.ts';

/** `metadata[team]`: one key of an object. */
const BRACKETED = /^([^[\]]+)\[([^[\]]+)\]$/;

/** Form fields as an object; `metadata[a]=1` makes one of its own. Of fields of one name the last counts. */
export function objectOfFields(fields: FormFields): Record<string, unknown> {
  const values = new Map<string, unknown>();
  const nested = new Map<string, Map<string, string>>();
  for (const [name, value] of fields) {
    const [, outer, inner] = BRACKETED.exec(name) ?? [];
    if (outer === undefined || inner === undefined) values.set(name, value);
    else nested.set(outer, (nested.get(outer) ?? new Map<string, string>()).set(inner, value));
  }
  for (const [name, keys] of nested) values.set(name, Object.fromEntries(keys));
  return Object.fromEntries(values);
}

/** Form fields as a schema wants them: a text that it does not take is read as the JSON that it may be, and "" as nothing. */
export function readTexts(schema: z.ZodType, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parsed = schema.safeParse(fields);
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]));
  const read = ([name, value]: readonly [string, unknown]) => {
    if (!wrong.has(name) || typeof value !== 'string') return [name, value];
    const known = value === '' ? undefined : parseFormJson(value);
    return [name, known === undefined && value !== '' ? value : known];
  };
  return Object.fromEntries(Object.entries(fields).map(read));
}
