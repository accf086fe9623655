import { z } from 'zod';
import { findExample } from '../../../electron/server/openapi/describe-api.ts';
import { routes } from '../../../electron/server/routes/routes.ts';

/** What belongs to one chatflow, by the name of the placeholder that takes it. */
export interface OwnedIds {
  /** Each is tried for `:id`, since a path says not whose id it takes. */
  readonly ids: readonly string[];
  readonly chatflow: string;
  readonly run: string;
  /** Values of other placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** For texts that a call must have: a name that the chatflow has stored. */
  readonly text: string;
}

export interface WalkedCall {
  readonly operationId: string;
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly body: unknown;
  /** Whether path or body names something of the chatflow's: it may not be answered then. */
  readonly isNamed: boolean;
}

const OWNER_FIELD = /^(owner|chatflow|store|flow|run)?id$/i;

function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  return schema !== undefined && 'shape' in schema ? (schema.shape as Readonly<Record<string, z.ZodType>>) : {};
}

function ownedField(name: string, owned: OwnedIds): unknown {
  if (name === 'ids') return [owned.run];
  if (name === 'owners') return [owned.chatflow];
  if (!OWNER_FIELD.test(name)) return undefined;
  return /^run/i.test(name) ? owned.run : owned.chatflow;
}

function queryOf(schema: z.ZodType | undefined, owned: OwnedIds): string {
  const query = new URLSearchParams();
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    const isNeeded = !field.safeParse(undefined).success;
    const value = ownedField(name, owned);
    const example = field instanceof z.ZodEnum ? field.options[0] : owned.text;
    if (value !== undefined || isNeeded) query.set(name, String(value ?? example));
  }
  return query.size === 0 ? '' : `?${query}`;
}

function bodyOf(schema: z.ZodType | undefined, owned: OwnedIds): { body: unknown; isNamed: boolean } {
  const example = schema === undefined ? undefined : findExample(schema);
  const names = new Set([...Object.keys(shapeOf(schema)), ...Object.keys(example ?? {})]);
  const own = [...names].map((name) => [name, ownedField(name, owned)] as const);
  const given = own.filter(([, value]) => value !== undefined);
  const body = { ...(example ?? {}), ...Object.fromEntries(given) };
  return { body, isNamed: given.length > 0 };
}

/**
 * Calls of all operations, with what belongs to a chatflow in each place that takes an id. Those that change something and name nothing are left
 * out: they are about nobody's data, or about all (which has a test of its own).
 */
export function* walkOperations(owned: OwnedIds): Generator<WalkedCall> {
  for (const { operationId, method, path, query, body: schema } of routes) {
    const { body, isNamed: inBody } = bodyOf(schema, owned);
    const isNamed = inBody || path.includes('{');
    if (!isNamed && method !== 'GET') continue;
    for (const id of path.includes('{id}') ? owned.ids : ['']) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(name === 'id' ? id : (owned.params[name] ?? owned.chatflow)),
      );
      const sent = method === 'GET' ? undefined : body;
      yield { operationId, method, path: `${filled}${queryOf(query, owned)}`, body: sent, isNamed };
    }
  }
}
