import type { Chatflow, ChatflowName } from '../../../../shared/api/chatflows.ts';
import type { Database } from '../database.ts';

interface ChatflowRow {
  id: string;
  name: string;
  flow_data: string;
  deployed: number | null;
  is_public: number | null;
  apikeyid: string | null;
  chatbot_config: string | null;
  api_config: string | null;
  analytic: string | null;
  speech_to_text: string | null;
  text_to_speech: string | null;
  follow_up_prompts: string | null;
  category: string | null;
  type: string;
  created_date: string;
  updated_date: string;
}

function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

function fromBoolean(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function fromRow(row: ChatflowRow): Chatflow {
  return {
    id: row.id,
    name: row.name,
    flowData: row.flow_data,
    deployed: toBoolean(row.deployed),
    isPublic: toBoolean(row.is_public),
    apikeyid: row.apikeyid,
    chatbotConfig: row.chatbot_config,
    apiConfig: row.api_config,
    analytic: row.analytic,
    speechToText: row.speech_to_text,
    textToSpeech: row.text_to_speech,
    followUpPrompts: row.follow_up_prompts,
    category: row.category,
    type: row.type,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  };
}

function toRow(chatflow: Chatflow): ChatflowRow {
  return {
    id: chatflow.id,
    name: chatflow.name,
    flow_data: chatflow.flowData,
    deployed: fromBoolean(chatflow.deployed),
    is_public: fromBoolean(chatflow.isPublic),
    apikeyid: chatflow.apikeyid,
    chatbot_config: chatflow.chatbotConfig,
    api_config: chatflow.apiConfig,
    analytic: chatflow.analytic,
    speech_to_text: chatflow.speechToText,
    text_to_speech: chatflow.textToSpeech,
    follow_up_prompts: chatflow.followUpPrompts,
    category: chatflow.category,
    type: chatflow.type,
    created_date: chatflow.createdDate,
    updated_date: chatflow.updatedDate,
  };
}

const COLUMNS = [
  'id',
  'name',
  'flow_data',
  'deployed',
  'is_public',
  'apikeyid',
  'chatbot_config',
  'api_config',
  'analytic',
  'speech_to_text',
  'text_to_speech',
  'follow_up_prompts',
  'category',
  'type',
  'created_date',
  'updated_date',
] as const satisfies readonly (keyof ChatflowRow)[];

/** A flow as it was saved at a time. */
export type ChatflowVersion = Pick<ChatflowName, 'id' | 'updatedDate'>;

export interface ChatflowPage {
  /** null: all */
  readonly type: string | null;
  readonly offset: number;
  /** -1: all */
  readonly limit: number;
}

/** Those in the bin are not found. */
const IN_USE = '(SELECT * FROM chatflow WHERE id NOT IN (SELECT owner_id FROM bin))';

/** Those of a type, straight from the table: an index answers without the drawings. */
const LISTED = 'chatflow WHERE id NOT IN (SELECT owner_id FROM bin) AND (@type IS NULL OR type = @type)';
const IN_ORDER = 'ORDER BY updated_date DESC, rowid DESC LIMIT @limit OFFSET @offset';

/** Which flows keys open. @param revision grows with every change of a row */
function readKeys(db: Database, revision: () => number) {
  const listOfKey = db.prepare<{ keyId: string; withUnbound: number }, ChatflowRow>(
    `SELECT * FROM ${IN_USE} WHERE apikeyid = @keyId OR (@withUnbound = 1 AND coalesce(apikeyid, '') = '') ORDER BY name, id`,
  );
  const keyOf = db.prepare<[string], { apikeyid: string | null }>('SELECT apikeyid FROM chatflow WHERE id = ?');
  const bound = db.prepare<[], { id: string; apikeyid: string }>(
    "SELECT id, apikeyid FROM chatflow WHERE coalesce(apikeyid, '') <> ''",
  );
  const withConfig = db.prepare<[string], { id: string; chatbotConfig: string }>(
    `SELECT id, chatbot_config AS chatbotConfig FROM ${IN_USE} WHERE instr(chatbot_config, ?) > 0`,
  );
  let keys = { revision: -1, byFlow: new Map<string, string>() };
  return {
    /** Flows bound to a key and, if wanted, those bound to none; by name. */
    listOfKey: (keyId: string, withUnbound: boolean): Chatflow[] =>
      listOfKey.all({ keyId, withUnbound: Number(withUnbound) }).map(fromRow),
    /** Ids and `chatbotConfig` of flows that have a word in it. */
    withChatbotConfig: (word: string) => withConfig.all(word),
    /** Id of the key that a flow is bound to. */
    keyOf: (id: string): string | null | undefined => keyOf.get(id)?.apikeyid,
    /** Ids of the keys that flows are bound to, by flow; those in the bin too. */
    bound(): ReadonlyMap<string, string> {
      if (keys.revision !== revision()) {
        keys = { revision: revision(), byFlow: new Map(bound.all().map(({ id, apikeyid }) => [id, apikeyid])) };
      }
      return keys.byFlow;
    },
  };
}

/** Rows of the `chatflow` table. */
export function createChatflowRepository(db: Database) {
  const insert = db.prepare<ChatflowRow>(
    `INSERT INTO chatflow (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((column) => `@${column}`).join(', ')})`,
  );
  const update = db.prepare<ChatflowRow>(
    `UPDATE chatflow SET ${COLUMNS.filter((column) => column !== 'id')
      .map((column) => `${column} = @${column}`)
      .join(', ')} WHERE id = @id`,
  );
  const find = db.prepare<[string], ChatflowRow>(`SELECT * FROM ${IN_USE} WHERE id = ?`);
  const has = db.prepare<[string], number>(`SELECT 1 FROM ${IN_USE} WHERE id = ?`).pluck();
  const list = db.prepare<ChatflowPage, ChatflowRow>(`SELECT * FROM ${LISTED} ${IN_ORDER}`);
  const versions = db.prepare<ChatflowPage, ChatflowVersion>(
    `SELECT id, updated_date AS updatedDate FROM ${LISTED} ${IN_ORDER}`,
  );
  const nameOf = db.prepare<[string], string>(`SELECT name FROM ${IN_USE} WHERE id = ?`).pluck();
  const isNameTaken = db.prepare<[string], number>(`SELECT 1 FROM ${IN_USE} WHERE name = ?`).pluck();
  const count = db.prepare<Pick<ChatflowPage, 'type'>, { total: number }>(`SELECT count(*) AS total FROM ${LISTED}`);
  const binned = db.prepare<[], ChatflowRow>('SELECT * FROM chatflow WHERE id IN (SELECT owner_id FROM bin)');
  const remove = db.prepare<[string]>('DELETE FROM chatflow WHERE id = ?');
  let revision = 0;
  const revisions = new Map<string, number>();
  function changed(id: string): void {
    revision += 1;
    revisions.set(id, revision);
  }
  return {
    ...readKeys(db, () => revision),
    /** Grows with every change of a row. */
    revision: (): number => revision,
    /** Grows with every change of this row. */
    revisionOf: (id: string): number => revisions.get(id) ?? 0,
    insert(chatflow: Chatflow): void {
      insert.run(toRow(chatflow));
      changed(chatflow.id);
    },
    update(chatflow: Chatflow): void {
      update.run(toRow(chatflow));
      changed(chatflow.id);
    },
    find(id: string): Chatflow | undefined {
      const row = find.get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    has: (id: string): boolean => has.get(id) !== undefined,
    /** Of what `list` gives: an index answers, without a look at the drawings. */
    versions: (page: ChatflowPage): ChatflowVersion[] => versions.all(page),
    isNameTaken: (name: string): boolean => isNameTaken.get(name) !== undefined,
    nameOf: (id: string): string | undefined => nameOf.get(id),
    /** Newest change first. */
    list: (page: ChatflowPage): Chatflow[] => list.all(page).map(fromRow),
    count: (type: string | null): number => count.get({ type })?.total ?? 0,
    /** Those in the bin: what they store is still theirs. */
    listBinned: (): Chatflow[] => binned.all().map(fromRow),
    /** After a change of the bin, which changes what is found. */
    binChanged(): void {
      revision += 1;
    },
    /** @returns whether it was there */
    remove(id: string): boolean {
      revision += 1;
      revisions.delete(id);
      return remove.run(id).changes === 1;
    },
  };
}

export type ChatflowRepository = ReturnType<typeof createChatflowRepository>;
