import { randomUUID } from 'node:crypto';
import type { ApiKey, ApiKeyCreate, ApiKeyUpdate, NewApiKey } from '../../../shared/api/apikeys.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { generateApiKey, hashApiKey, hintOf, isSameHash } from '../secrets/api-key.ts';
import type { ApiKeyRepository, ApiKeyRow } from '../storage/repositories/api-key-repository.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import { type ListAnswer, listRows } from './resource-service.ts';

/** `lastUsedAt` is exact to this: a busy key must not cost a write per call. */
const STAMP_EVERY_MS = 60_000;

/** Notes when keys were used, behind the calls that use them. */
function createStamper(keys: ApiKeyRepository, now: () => Date) {
  const stampedMs = new Map<string, number>();
  const due = new Map<string, string>();
  let timer: NodeJS.Immediate | undefined;

  function flush(): void {
    timer = undefined;
    for (const [id, at] of due) keys.stamp(id, at);
    due.clear();
  }

  return {
    used(key: ApiKeyRow): void {
      const at = now();
      const last = stampedMs.get(key.id) ?? (key.lastUsedAt === null ? 0 : Date.parse(key.lastUsedAt));
      if (at.getTime() - last < STAMP_EVERY_MS) return;
      stampedMs.set(key.id, at.getTime());
      due.set(key.id, at.toISOString());
      timer ??= setImmediate(flush);
    },
    forget: (id: string): void => void stampedMs.delete(id),
    close(): void {
      clearImmediate(timer);
      flush();
    },
  };
}

/** Keys of scripts: made, listed, renamed, deleted, and checked. A key itself is in one answer, that to its making, and nowhere else. */
export function createApiKeyService(keys: ApiKeyRepository, now: () => Date) {
  const stamper = createStamper(keys, now);

  function find(id: string): ApiKeyRow {
    const row = keys.find(id);
    if (row === undefined) {
      throw new UserError('API_KEY_NOT_FOUND', `There is no API key ${id}: look up its id with GET /api/v1/apikey.`);
    }
    return row;
  }

  function describe({ id, keyName, hint, lastUsedAt, createdDate, updatedDate }: ApiKeyRow): ApiKey {
    return { id, keyName, hint, lastUsedAt, chatFlows: keys.listChatflows(id), createdDate, updatedDate };
  }

  return {
    /** Newest change first. */
    list: (page: Page | undefined): ListAnswer<ApiKey> =>
      listRows(page, (slice) => keys.list(slice).map(describe), keys.count),

    create({ keyName }: ApiKeyCreate): NewApiKey {
      const apiKey = generateApiKey();
      const date = now().toISOString();
      const row: ApiKeyRow = {
        id: randomUUID(),
        keyName,
        keyHash: hashApiKey(apiKey),
        hint: hintOf(apiKey),
        lastUsedAt: null,
        createdDate: date,
        updatedDate: date,
      };
      keys.insert(row);
      return { ...describe(row), apiKey };
    },

    /** @throws UserError API_KEY_NOT_FOUND */
    update(id: string, fields: ApiKeyUpdate): ApiKey {
      const old = find(id);
      const row = { ...old, keyName: fields.keyName ?? old.keyName, updatedDate: now().toISOString() };
      keys.update(row);
      return describe(row);
    },

    /**
     * A key that flows are bound to stays: without it they would be shut, or, unbound, open to all.
     * @throws UserError API_KEY_NOT_FOUND, API_KEY_IN_USE (409) naming the flows
     */
    remove(id: string): void {
      find(id);
      const chatFlows = keys.listChatflows(id);
      if (chatFlows.length > 0) {
        const names = chatFlows.map(({ name }) => name).join(', ');
        throw new UserError(
          'API_KEY_IN_USE',
          `The key is bound to ${names}: bind them to another key or to none (apikeyid) first.`,
          {
            details: { chatFlows },
          },
        );
      }
      keys.remove(id);
      stamper.forget(id);
    },

    /** The stored key of a key's text, or undefined for one that is not ours. Counts as a use. */
    identify(key: string): { readonly id: string } | undefined {
      const hash = hashApiKey(key);
      const row = keys.findByHash(hash);
      if (row === undefined || !isSameHash(row.keyHash, hash)) return undefined;
      stamper.used(row);
      return { id: row.id };
    },

    /** Whether a text is the key of this id. Counts as a use if it is. */
    matches(id: string, key: string): boolean {
      const row = keys.find(id);
      if (row === undefined || !isSameHash(row.keyHash, hashApiKey(key))) return false;
      stamper.used(row);
      return true;
    },

    has: (id: string): boolean => keys.find(id) !== undefined,

    count: (): number => keys.count(),

    /** Writes the uses that are still to be noted. Before the database closes. */
    close: (): void => stamper.close(),
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;
