import { z } from 'zod';
import type { Chatflow, ChatflowName } from '../../../../shared/api/chatflows.ts';
import { rowsOf } from '../../../../shared/api/common.ts';
import type { Credential } from '../../../../shared/api/credentials.ts';
import type { Tool } from '../../../../shared/api/tools.ts';
import type { ApiClient } from '../../../../shared/client/api-client.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { listStores, type StoreSummary } from './stores.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The target of a query. */
export type QueryTarget =
  | { readonly kind: 'flow'; readonly flow: ChatflowName }
  | { readonly kind: 'store'; readonly store: StoreSummary };

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}

/**
 * The item with that id or name; an exact spelling takes precedence.
 * @throws UserError INVALID_INPUT if several have the name
 */
function pick<T extends Named>(items: readonly T[], text: string): T | undefined {
  if (isId(text)) return items.find((item) => item.id === text);
  const exact = items.filter((item) => item.name === text);
  const named = exact.length > 0 ? exact : items.filter((item) => item.name.toLowerCase() === text.toLowerCase());
  if (named.length <= 1) return named[0];
  const ids = named.map((item) => item.id).join(' or ');
  throw new UserError('INVALID_INPUT', `${named.length} are called ${text}: use an id, ${ids}.`);
}

function namesOf(items: readonly Named[]): string {
  const most = 10;
  const names = items.slice(0, most).map((item) => item.name);
  return names.length === 0 ? 'there are none yet' : `there are ${names.join(', ')}${items.length > most ? ' …' : ''}`;
}

/**
 * The flow with an id or name.
 * @throws UserError CHATFLOW_NOT_FOUND, or INVALID_INPUT if several have the name
 */
export async function findFlow(api: ApiClient, text: string): Promise<Chatflow> {
  if (isId(text)) return api.call('getChatflow', { params: { id: text } });
  const flows = await api.call('listChatflowNames');
  const found = pick(flows, text);
  if (found !== undefined) return api.call('getChatflow', { params: { id: found.id } });
  throw new UserError('CHATFLOW_NOT_FOUND', `There is no flow called ${text}: ${namesOf(flows)}.`);
}

/**
 * The credential with an id or name.
 * @throws UserError CREDENTIAL_NOT_FOUND, or INVALID_INPUT if several have the name
 */
export async function findCredential(api: ApiClient, text: string): Promise<Credential> {
  const all = rowsOf(await api.call('listCredentials'));
  const found = pick(all, text);
  if (found !== undefined) return found;
  throw new UserError('CREDENTIAL_NOT_FOUND', `There is no credential called ${text}: ${namesOf(all)}.`);
}

/** The tool with an id or name. @throws UserError TOOL_NOT_FOUND, or INVALID_INPUT if several have the name */
export async function findTool(api: ApiClient, text: string): Promise<Tool> {
  const all = rowsOf(await api.call('listTools'));
  const found = pick(all, text);
  if (found !== undefined) return found;
  throw new UserError('TOOL_NOT_FOUND', `There is no tool called ${text}: ${namesOf(all)}.`);
}

/**
 * The flow or document store with an id or name; a flow takes precedence over a store with the same name.
 * @throws UserError NOT_FOUND, or INVALID_INPUT if several have the name
 */
export async function findTarget(api: ApiClient, text: string): Promise<QueryTarget> {
  const flows = await api.call('listChatflowNames');
  const flow = pick(flows, text);
  if (flow !== undefined) return { kind: 'flow', flow };
  const stores = await listStores(api);
  const store = pick(stores, text);
  if (store !== undefined) return { kind: 'store', store };
  throw new UserError('NOT_FOUND', `There is no flow or store ${text}: ${namesOf([...flows, ...stores])}.`);
}
