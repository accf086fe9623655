import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type {
  Chatflow,
  ChatflowCreateSchema,
  ChatflowName,
  ChatflowUpdateSchema,
} from '../../../shared/api/chatflows.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readOverrideSwitches, readRateLimit, readTokenLimit } from '../../../shared/flow/api-config.ts';
import { readChatbotConfig } from '../../../shared/flow/chatbot-config.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { mendFlowData } from '../../../shared/flow/mend-flow.ts';
import { createStarterApiConfig, createStarterFlow, STARTER_FLOW_NAME } from '../../../shared/flow/starter-flow.ts';
import type { ChatflowRepository } from '../storage/repositories/chatflow-repository.ts';
import { type Page, sliceOf } from '../storage/repositories/row-repository.ts';
import type { SettingRepository } from '../storage/repositories/setting-repository.ts';
import { nodeNameOf } from '../stores/memory/memory-stores.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { FlowVersionService } from './flow-versions/flow-version-service.ts';
import { type ListAnswer, listRows } from './resource-service.ts';

export interface ChatflowServiceOptions {
  readonly chatflows: ChatflowRepository;
  readonly settings: SettingRepository;
  /** Keeps how a flow was before a change. */
  readonly versions: Pick<FlowVersionService, 'change'>;
  /** Takes the secrets out of a flow that is about to be saved. */
  readonly sealSecrets: (flowData: string, flowName: string) => string;
  /** Whether there is an API key of this id. */
  readonly hasApiKey: (id: string) => boolean;
  readonly now: () => Date;
}

const FLOWS_MENDED = 'flowsMended';
const STARTER_MADE = 'starterFlowMade';

type Fields = z.output<typeof ChatflowCreateSchema>;

const ALL = { type: null, offset: 0, limit: -1 } as const;

type CheckedFields = Partial<Record<'flowData' | 'apiConfig' | 'apikeyid', string | null | undefined>>;

/** Refuses texts that no later call could read, and a key that does not exist, with which no caller could use the flow. */
function check(hasApiKey: ChatflowServiceOptions['hasApiKey'], fields: CheckedFields): void {
  const apikeyid = fields.apikeyid ?? '';
  if (apikeyid !== '' && !hasApiKey(apikeyid)) {
    throw new UserError(
      'INVALID_INPUT',
      `apikeyid in the body can't be used: there is no API key ${apikeyid}. Look up its id with GET /api/v1/apikey, or leave it out.`,
      { details: { path: 'apikeyid' } },
    );
  }
  if (typeof fields.flowData === 'string') parseFlowDocument(fields.flowData);
  if (fields.apiConfig === undefined) return;
  readOverrideSwitches(fields.apiConfig);
  readRateLimit(fields.apiConfig);
  readTokenLimit(fields.apiConfig);
}

/** A flow as it is stored: without secrets, and as Flowise runs it. */
function toSaved({ sealSecrets }: ChatflowServiceOptions, flowData: string, name: string): string {
  return sealSecrets(mendFlowData(flowData), name);
}

function find({ chatflows }: ChatflowServiceOptions, id: string): Chatflow {
  const chatflow = chatflows.find(id);
  if (chatflow !== undefined) return chatflow;
  throw new UserError(
    'CHATFLOW_NOT_FOUND',
    `There is no chatflow ${id === '' ? 'without an id' : id}: look up its id with GET /api/v1/chatflows.`,
  );
}

function create(deps: ChatflowServiceOptions, fields: Fields): Chatflow {
  check(deps.hasApiKey, fields);
  const date = deps.now().toISOString();
  const chatflow: Chatflow = {
    id: randomUUID(),
    name: fields.name,
    flowData: toSaved(deps, fields.flowData, fields.name),
    deployed: fields.deployed ?? null,
    isPublic: fields.isPublic ?? null,
    apikeyid: fields.apikeyid ?? null,
    chatbotConfig: fields.chatbotConfig ?? null,
    apiConfig: fields.apiConfig ?? null,
    analytic: fields.analytic ?? null,
    speechToText: fields.speechToText ?? null,
    textToSpeech: fields.textToSpeech ?? null,
    followUpPrompts: fields.followUpPrompts ?? null,
    category: fields.category ?? null,
    type: fields.type,
    createdDate: date,
    updatedDate: date,
  };
  deps.chatflows.insert(chatflow);
  return chatflow;
}

type Update = z.output<typeof ChatflowUpdateSchema>;

function update(
  deps: ChatflowServiceOptions,
  id: string,
  fields: Update,
  admit: (old: Chatflow) => void = () => undefined,
): Chatflow {
  const old = find(deps, id);
  admit(old);
  check(deps.hasApiKey, { ...fields, apikeyid: fields.apikeyid === old.apikeyid ? null : fields.apikeyid });
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const merged: Chatflow = { ...old, ...given, updatedDate: deps.now().toISOString() };
  const flowData = fields.flowData === undefined ? merged.flowData : toSaved(deps, merged.flowData, merged.name);
  const updated = { ...merged, flowData };
  deps.versions.change(old, updated, () => deps.chatflows.update(updated));
  return updated;
}

function list(
  { chatflows }: ChatflowServiceOptions,
  type: string | null,
  page: Page | undefined,
): ListAnswer<Chatflow> {
  return listRows(
    page,
    (slice) => chatflows.list({ type, ...slice }),
    () => chatflows.count(type),
  );
}

/** A longer list is written while it is sent: 10,000 flows are 175 MB, and take seconds to write. */
const MOST_AT_ONCE = 200;
/** Flows that are written, or whose drawings are read, in one turn: some ms. */
const PIECE = 25;

/** The JSON of a list. Flows that are deleted meanwhile are left out. */
async function* writeList(
  { chatflows }: ChatflowServiceOptions,
  ids: readonly string[],
  total: number | undefined,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  yield Buffer.from(total === undefined ? '[' : '{"data":[');
  for (let from = 0; from < ids.length; from += PIECE) {
    const found = ids.slice(from, from + PIECE).flatMap((id) => chatflows.find(id) ?? []);
    const text = found.map((chatflow) => JSON.stringify(chatflow)).join(',');
    if (text !== '') yield Buffer.from(isFirst ? text : `,${text}`);
    isFirst &&= text === '';
    await nextTurn();
  }
  yield Buffer.from(total === undefined ? ']' : `],"total":${total}}`);
}

/** The names of all flows. Those that are deleted meanwhile are left out. */
async function* readNames(chatflows: ChatflowRepository): AsyncGenerator<ChatflowName> {
  for (const [index, { id, updatedDate }] of chatflows.versions(ALL).entries()) {
    if (index % PIECE === PIECE - 1) await nextTurn();
    const name = chatflows.nameOf(id);
    if (name !== undefined) yield { id, name, updatedDate };
  }
}

/** Chatflows: what is drawn on a canvas and run by upserts. */
export function createChatflowService(deps: ChatflowServiceOptions) {
  const { chatflows, settings } = deps;
  const listAnswer = createAnswerCache(chatflows.revision);
  const isPrivateOfAnother = (collection: string, ownerId: string): boolean => {
    const name = nodeNameOf(collection);
    return name !== ownerId && (chatflows.keyOf(name) ?? '') !== '';
  };
  return {
    find: (id: string): Chatflow => find(deps, id),
    /** Whether there is such a flow outside of the bin. */
    has: chatflows.has,
    create: (fields: Fields): Chatflow => create(deps, fields),
    /** A flow as it would be stored: its secrets are in credentials. @throws UserError CREDENTIAL_UNUSABLE, SECRET_KEY_UNUSABLE */
    asSaved: (flowData: string, name: string): string => toSaved(deps, flowData, name),
    /** @param admit throws where the flow, as it is now, shall not be changed */
    update: (id: string, fields: Update, admit?: (old: Chatflow) => void): Chatflow => update(deps, id, fields, admit),

    /** A list as JSON: cached, since writing 50 flows takes ten times as long as sending them. */
    listJson(type: string | null, page: Page | undefined): Buffer | Readable {
      const ids = chatflows.versions({ type, ...sliceOf(page) }).map(({ id }) => id);
      return ids.length > MOST_AT_ONCE
        ? Readable.from(writeList(deps, ids, page === undefined ? undefined : chatflows.count(type)))
        : listAnswer(JSON.stringify([type, page]), () => list(deps, type, page));
    },
    isNameTaken: chatflows.isNameTaken,
    /** All, last changed first; other calls have their turn in between. */
    names: (): AsyncGenerator<ChatflowName> => readNames(chatflows),
    /** Grows with every change of this flow. */
    revisionOf: chatflows.revisionOf,
    listAll: (): Chatflow[] => chatflows.list(ALL),
    /** Also those in the bin, whose chunks are still stored. */
    listWithBinned: (): Chatflow[] => [...chatflows.list(ALL), ...chatflows.listBinned()],
    /** Days that chats are kept after their last use, by flow: of those that do not keep them. */
    keptDays: (): ReadonlyMap<string, number> =>
      new Map(
        chatflows.withChatbotConfig('chatRetention').flatMap(({ id, chatbotConfig }) => {
          const { status = false, days = 0 } = readChatbotConfig(chatbotConfig).chatRetention ?? {};
          return status ? [[id, days] as const] : [];
        }),
      ),
    /** After a change of the bin, which changes what is found. */
    binChanged: chatflows.binChanged,
    /** Flows that a key opens, by name. */
    listOfKey: chatflows.listOfKey,
    /** Id of the API key that a flow's upserts need; null, undefined or "" when they need none. */
    keyOf: chatflows.keyOf,
    /** The keys of all bound flows, by flow, also of those in the bin. */
    bound: chatflows.bound,
    /** @throws UserError COLLECTION_PRIVATE for a local collection that is the private one of a bound flow, and not this owner's */
    assertOpenTo(collection: string, ownerId: string): void {
      if (!isPrivateOfAnother(collection, ownerId)) return;
      throw new UserError(
        'COLLECTION_PRIVATE',
        'The collection that the vector store names is the private one of a chatflow that is bound to an API key: name another collection, or none.',
        { details: { param: 'collection' } },
      );
    },
    /** Whether a local collection is the private one of a bound flow, and not this owner's. */
    isPrivateOfAnother,

    /** Only the row: what belongs to it goes by the removal service. */
    remove(id: string): void {
      find(deps, id);
      chatflows.remove(id);
    },

    /** Brings flows that an earlier version saved to the form in which they are saved today. */
    mendSavedFlows(): void {
      if (settings.get(FLOWS_MENDED) !== undefined) return;
      for (const chatflow of chatflows.list(ALL)) {
        const flowData = toSaved(deps, chatflow.flowData, chatflow.name);
        if (flowData !== chatflow.flowData) chatflows.update({ ...chatflow, flowData });
      }
      settings.set(FLOWS_MENDED, 'true');
    },

    /** Gives a new data folder its first flow; once, so that a user who deletes it is rid of it. */
    ensureStarterFlow(): void {
      if (settings.get(STARTER_MADE) !== undefined) return;
      create(deps, {
        name: STARTER_FLOW_NAME,
        flowData: JSON.stringify(createStarterFlow()),
        apiConfig: JSON.stringify(createStarterApiConfig()),
        type: 'CHATFLOW',
      });
      settings.set(STARTER_MADE, 'true');
    },
  };
}

export type ChatflowService = ReturnType<typeof createChatflowService>;
