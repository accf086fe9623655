import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Chatflow, ChatflowCreateSchema, ChatflowUpdateSchema } from '../../../shared/api/chatflows.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readOverrideSwitches, readRateLimit } from '../../../shared/flow/api-config.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { mendFlowData } from '../../../shared/flow/mend-flow.ts';
import { createStarterApiConfig, createStarterFlow, STARTER_FLOW_NAME } from '../../../shared/flow/starter-flow.ts';
import type { ChatflowRepository } from '../storage/repositories/chatflow-repository.ts';
import type { SettingRepository } from '../storage/repositories/setting-repository.ts';

export interface ListOptions {
  readonly type: string | null;
  readonly page?: number;
  readonly limit?: number;
}

export interface ChatflowServiceOptions {
  readonly chatflows: ChatflowRepository;
  readonly settings: SettingRepository;
  /** Takes the secrets out of a flow that is about to be saved. */
  readonly sealSecrets: (flowData: string, flowName: string) => string;
  /** Whether there is an API key of this id. */
  readonly hasApiKey: (id: string) => boolean;
  readonly now: () => Date;
}

const FLOWS_MENDED = 'flowsMended';
const STARTER_MADE = 'starterFlowMade';

/** Chatflows: what is drawn on a canvas and run by upserts. */
export function createChatflowService({ chatflows, settings, sealSecrets, hasApiKey, now }: ChatflowServiceOptions) {
  function find(id: string): Chatflow {
    const chatflow = chatflows.find(id);
    if (chatflow === undefined) {
      throw new UserError(
        'CHATFLOW_NOT_FOUND',
        `There is no chatflow ${id === '' ? 'without an id' : id}: look up its id with GET /api/v1/chatflows.`,
      );
    }
    return chatflow;
  }

  /** Refuses texts that no later call could read, and a key that nobody has: the flow would be shut for all. */
  function check(fields: {
    readonly flowData?: string | undefined;
    readonly apiConfig?: string | null | undefined;
    readonly apikeyid?: string | null | undefined;
  }): void {
    const apikeyid = fields.apikeyid ?? '';
    if (apikeyid !== '' && !hasApiKey(apikeyid)) {
      throw new UserError(
        'INVALID_INPUT',
        `apikeyid in the body can't be used: there is no API key ${apikeyid}. Look up its id with GET /api/v1/apikey, or leave it out.`,
        { details: { path: 'apikeyid' } },
      );
    }
    if (fields.flowData !== undefined) parseFlowDocument(fields.flowData);
    if (fields.apiConfig === undefined) return;
    readOverrideSwitches(fields.apiConfig);
    readRateLimit(fields.apiConfig);
  }

  /** A flow as it is kept: without secrets, and as Flowise runs it. */
  function toSaved(flowData: string, name: string): string {
    return sealSecrets(mendFlowData(flowData), name);
  }

  function create(fields: z.output<typeof ChatflowCreateSchema>): Chatflow {
    check(fields);
    const date = now().toISOString();
    const chatflow: Chatflow = {
      id: randomUUID(),
      name: fields.name,
      flowData: toSaved(fields.flowData, fields.name),
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
    chatflows.insert(chatflow);
    return chatflow;
  }

  return {
    find,
    create,

    list({ type, page, limit }: ListOptions): Chatflow[] | { data: Chatflow[]; total: number } {
      if (page === undefined || limit === undefined) return chatflows.list({ type, offset: 0, limit: -1 });
      const data = chatflows.list({ type, offset: (page - 1) * limit, limit });
      return { data, total: chatflows.count(type) };
    },

    update(id: string, fields: z.output<typeof ChatflowUpdateSchema>): Chatflow {
      const old = find(id);
      check({ ...fields, apikeyid: fields.apikeyid === old.apikeyid ? null : fields.apikeyid });
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const merged: Chatflow = { ...old, ...given, updatedDate: now().toISOString() };
      const updated =
        fields.flowData === undefined ? merged : { ...merged, flowData: toSaved(merged.flowData, merged.name) };
      chatflows.update(updated);
      return updated;
    },

    listAll: (): Chatflow[] => chatflows.list({ type: null, offset: 0, limit: -1 }),
    /** Flows that a key opens, by name. */
    listOfKey: chatflows.listOfKey,
    /** Id of the API key that a flow's upserts need; null, undefined or "" when they need none. */
    keyOf: chatflows.keyOf,

    /** Only the row: what belongs to it goes by the removal service. */
    remove(id: string): void {
      find(id);
      chatflows.remove(id);
    },

    /** Brings flows that an earlier version saved to the form in which they are saved today. */
    mendSavedFlows(): void {
      if (settings.get(FLOWS_MENDED) !== undefined) return;
      for (const chatflow of chatflows.list({ type: null, offset: 0, limit: -1 })) {
        const flowData = toSaved(chatflow.flowData, chatflow.name);
        if (flowData !== chatflow.flowData) chatflows.update({ ...chatflow, flowData });
      }
      settings.set(FLOWS_MENDED, 'true');
    },

    /** Gives a new data folder its first flow; once, so that a user who deletes it is rid of it. */
    ensureStarterFlow(): void {
      if (settings.get(STARTER_MADE) !== undefined) return;
      create({
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
