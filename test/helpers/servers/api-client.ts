import { type ChatMessage, ChatMessageSchema } from '../../../shared/api/chat-messages.ts';
import { type Chatflow, ChatflowSchema } from '../../../shared/api/chatflows.ts';
import { type PredictionAnswer, PredictionAnswerSchema } from '../../../shared/api/predictions.ts';
import { type Run, RunSchema } from '../../../shared/api/runs.ts';
import {
  type UpsertResult,
  UpsertResultSchema,
  type VectorQueryResult,
  VectorQueryResultSchema,
} from '../../../shared/api/vector.ts';
import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { makeApiConfig } from '../builders/flows.ts';

export interface UploadedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Calls a server like a script.
 * @param always headers of every call
 */
export function createApiClient(url: string, always: Readonly<Record<string, string>> = {}) {
  const base = `${url}/api/v1`;

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    const response = await fetch(`${base}${path}`, { method, ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  function json(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return call(method, path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  function form(files: readonly UploadedFile[], fields: Readonly<Record<string, string>> = {}): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    for (const file of files) {
      const bytes = typeof file.content === 'string' ? Buffer.from(file.content) : file.content;
      data.append('files', new Blob([new Uint8Array(bytes)]), file.name);
    }
    return data;
  }

  return {
    call,
    json,
    get: (path: string) => call('GET', path),

    upload(
      id: string,
      files: readonly UploadedFile[],
      fields: Readonly<Record<string, string>> = {},
      headers: Record<string, string> = {},
    ) {
      return call('POST', `/vector/upsert/${id}`, { body: form(files, fields), headers });
    },

    /** Makes a flow whose text loader accepts uploads. */
    async createFlow(
      flow: FlowDocument,
      apiConfig = makeApiConfig({ 'Text File': ['files'], 'File Loader': ['files'] }),
    ): Promise<Chatflow> {
      const answer = await json('POST', '/chatflows', { name: 'Test flow', flowData: JSON.stringify(flow), apiConfig });
      return ChatflowSchema.parse(answer.body);
    },

    /** Uploads and expects success. */
    async upsert(
      id: string,
      files: readonly UploadedFile[],
      fields: Readonly<Record<string, string>> = {},
    ): Promise<UpsertResult> {
      const answer = await this.upload(id, files, fields);
      if (answer.status !== 200) throw new Error(`Upsert answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return UpsertResultSchema.parse(answer.body);
    },

    async query(id: string, body: object): Promise<VectorQueryResult> {
      const answer = await json('POST', `/vector/query/${id}`, body);
      if (answer.status !== 200) throw new Error(`Query answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return VectorQueryResultSchema.parse(answer.body);
    },

    /** Asks, and expects an answer. */
    async ask(id: string, body: object): Promise<PredictionAnswer> {
      const answer = await json('POST', `/prediction/${id}`, body);
      if (answer.status !== 200) throw new Error(`Asking answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return PredictionAnswerSchema.parse(answer.body);
    },

    /** The messages of a flow or store. */
    messages: async (id: string, query = ''): Promise<ChatMessage[]> =>
      ChatMessageSchema.array().parse((await call('GET', `/chatmessage/${id}${query}`)).body),

    /** Asks something in a chat, and gives the id of the message that answers, also where no answer is to be had. */
    async makeMessage(id: string, chatId = 'chat-1'): Promise<string> {
      await json('POST', `/prediction/${id}`, { question: 'Where is it?', chatId });
      const last = (await this.messages(id, `?chatId=${chatId}`)).at(-1);
      if (last === undefined) throw new Error('The question was not stored.');
      return last.id;
    },

    async run(id: string): Promise<Run> {
      return RunSchema.parse((await call('GET', `/runs/${id}`)).body);
    },
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;
