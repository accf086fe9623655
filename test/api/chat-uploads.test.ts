import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AttachmentSchema } from '../../shared/api/chat-uploads.ts';
import { StorageSchema } from '../../shared/api/storage.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeDocx } from '../helpers/builders/office-fixtures.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const suite = setUpApiSuite({}, 'own');
const TEXT = 'Films are lent for two days. The cellar is locked.';
const QUESTION = 'How long are films lent?';

/** A flow that takes files with questions. @param types list of media types */
async function openFlow(types?: string): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(id, [{ name: 'rules.txt', content: 'Books may be kept for three weeks.' }]);
  const fullFileUpload = { status: true, ...(types === undefined ? {} : { allowedUploadFileTypes: types }) };
  await suite.api.json('PUT', `/chatflows/${id}`, { chatbotConfig: JSON.stringify({ fullFileUpload }) });
  return id;
}

interface Sent {
  readonly name: string;
  readonly content: string | Uint8Array;
}

function attach(id: string, chatId: string, files: readonly Sent[], fields = {}, headers = {}) {
  const body = new FormData();
  for (const { name, content } of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    body.append('files', new Blob([new Uint8Array(bytes)]), name);
  }
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  return suite.api.call('POST', `/attachments/${id}/${chatId}`, { body, headers });
}

const download = (id: string, chatId: string, fileName: string, headers = {}) =>
  fetch(`${suite.server.url}/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: id, chatId, fileName })}`, {
    headers,
  });

const stored = () => {
  const folder = join(suite.server.dataDir, 'attachments');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('files of a chat', () => {
  test('are read as loaders read them, stored, and given back', async () => {
    const id = await openFlow();
    const docx = await makeDocx(['Films are lent for two days.']);
    const { status, body } = await attach(id, 'chat-1', [
      { name: 'films.txt', content: TEXT },
      { name: 'films.docx', content: docx },
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    const [text, word] = z.array(AttachmentSchema).parse(body);
    expect(text).toEqual({ name: 'films.txt', mimeType: 'text/plain', size: TEXT.length, content: TEXT });
    expect(word?.mimeType).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(word?.content).toContain('Films are lent for two days.');
    const file = await download(id, 'chat-1', 'films.txt');
    expect(await file.text()).toBe(TEXT);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('films.txt'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const page = [{ name: 'page.html', content: '<script>alert(1)</script><p>Films</p>' }];
    expect((await attach(id, 'chat-1', page, { base64: true })).body).toMatchObject([
      { mimeType: 'text/html', content: Buffer.from(page[0]?.content ?? '').toString('base64') },
    ]);
    expect((await download(id, 'chat-1', 'page.html')).headers.get('content-type')).toBe('application/octet-stream');
  });

  test('come only where the flow has them switched on, and of the types that it lists; from the app in any case', async () => {
    const file = [{ name: 'films.txt', content: TEXT }];
    const { id: off } = await suite.api.createFlow(makeFlow());
    const store = await createStoreClient(suite.server.url).create({});
    const token = { 'x-tributary-token': localTokenOf(suite.server.dataDir) };
    for (const id of [off, store.id]) {
      expect(await attach(id, 'chat-1', file)).toMatchObject({ status: 400, body: { code: 'FILE_UPLOADS_OFF' } });
      expect(await attach(id, 'chat-1', file, {}, token)).toMatchObject({ status: 200 });
    }
    const only = await openFlow('application/pdf, text/markdown');
    expect(await attach(only, 'chat-1', file)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await attach(only, 'chat-1', [{ name: 'films.md', content: TEXT }])).status).toBe(200);
    expect(await attach('nobody', 'chat-1', file)).toMatchObject({
      status: 404,
      body: { code: 'CHATFLOW_NOT_FOUND' },
    });
  });

  test('are bounded in number, size and text, and one that cannot be read stores none', async () => {
    const id = await openFlow();
    const before = stored().length;
    const many = Array.from({ length: 21 }, (_, number) => ({ name: `${number}.txt`, content: TEXT }));
    expect(await attach(id, 'chat-1', many)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    const long = [{ name: 'long.txt', content: 'Films are lent. '.repeat(70_000) }];
    expect(await attach(id, 'chat-1', long)).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
    const large = [{ name: 'large.txt', content: new Uint8Array(50 * 1024 * 1024 + 1) }];
    expect(await attach(id, 'chat-1', large)).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
    const broken = [
      { name: 'films.txt', content: TEXT },
      { name: 'broken.pdf', content: 'no pdf' },
    ];
    expect((await attach(id, 'chat-1', broken)).status).toBeGreaterThanOrEqual(400);
    expect(stored()).toHaveLength(before);
  });

  test('are of that chat only, whatever their names', async () => {
    const [id, other] = [await openFlow(), await openFlow()];
    const names = ['films.txt', '../../tributary.db', '/etc/passwd', 'C:\\films.txt', 'Ünïcode “1”.txt'];
    for (const name of names) expect((await attach(id, 'chat-a', [{ name, content: TEXT }])).status).toBe(200);
    for (const name of stored()) expect(name).toMatch(/^[\da-f-]{36}$/);
    expect((await download(id, 'chat-a', 'films.txt')).status).toBe(200);
    for (const [owner, chat, name] of [
      [id, 'chat-b', 'films.txt'],
      [other, 'chat-a', 'films.txt'],
      [id, 'chat-a', '../../tributary.db'],
      [id, 'chat-a', '../tributary.db'],
      [id, '', 'films.txt'],
    ] as const)
      expect((await download(owner, chat, name)).status).toBe(404);
    expect((await download('nobody', 'chat-a', 'films.txt')).status).toBe(404);
  });

  test('of a bound flow need its key', async () => {
    const id = await openFlow();
    const key = await newKey(suite.api);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    const file = [{ name: 'films.txt', content: TEXT }];
    expect((await attach(id, 'chat-1', file)).status).toBe(401);
    expect((await attach(id, 'chat-1', file, {}, bearer(key.apiKey))).status).toBe(200);
    expect((await download(id, 'chat-1', 'films.txt')).status).toBe(401);
    expect((await download(id, 'chat-1', 'films.txt', bearer(key.apiKey))).status).toBe(200);
  });

  test('go with their chat, and with their flow; they count as originals meanwhile', async () => {
    const before = stored().length;
    const [id, gone] = [await openFlow(), await openFlow()];
    for (const [owner, chat] of [
      [id, 'chat-a'],
      [id, 'chat-b'],
      [gone, 'chat-a'],
    ] as const) {
      await attach(owner, chat, [{ name: 'films.txt', content: TEXT }]);
      await attach(owner, chat, [{ name: 'films.txt', content: `${TEXT} Twice.` }]);
      await suite.api.ask(owner, { question: QUESTION, chatId: chat });
    }
    expect(stored()).toHaveLength(before + 3);
    await suite.api.get('/storage?fresh=true');
    const bytes = stored().reduce(
      (sum, name) => sum + readFileSync(join(suite.server.dataDir, 'attachments', name)).length,
      0,
    );
    const originals = async () =>
      StorageSchema.parse((await suite.api.get('/storage')).body).parts.find(({ name }) => name === 'originals');
    await expect.poll(async () => (await originals())?.sizeBytes ?? 0).toBeGreaterThanOrEqual(bytes);
    await suite.api.call('DELETE', `/chatmessage/${id}?chatId=chat-a`);
    expect((await download(id, 'chat-a', 'films.txt')).status).toBe(404);
    expect((await download(id, 'chat-b', 'films.txt')).status).toBe(200);
    expect(stored()).toHaveLength(before + 2);
    await suite.api.call('DELETE', `/chatflows/${gone}`);
    await expect.poll(() => stored().length).toBe(before + 1);
  });

  /** Puts all dates of a chat so many days back. */
  function age(id: string, chatId: string, days: number): void {
    const db = new BetterSqlite3(join(suite.server.dataDir, 'tributary.db'));
    try {
      for (const [table, column] of [
        ['chat_message', 'created_date'],
        ['chat_upload', 'created_date'],
        ['conversation', 'binned_date'],
      ])
        db.prepare(
          `UPDATE ${table} SET ${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ?) WHERE owner_id = ? AND chat_id = ?`,
        ).run(`-${days} days`, id, chatId);
    } finally {
      db.close();
    }
  }

  async function prune(): Promise<void> {
    const token = { 'x-tributary-token': localTokenOf(suite.server.dataDir) };
    const started = await suite.api.json('POST', '/storage/clean-up', { part: 'vectors' }, token);
    expect(started).toMatchObject({ status: 202 });
    await expect.poll(() => suite.api.get('/storage')).toMatchObject({ body: { cleaning: null } });
  }

  async function filledChat(id: string, chatId: string): Promise<void> {
    await attach(id, chatId, [{ name: 'films.txt', content: TEXT }]);
    await suite.api.ask(id, { question: QUESTION, chatId });
  }

  const isThere = async (id: string, chatId: string, name = 'films.txt') =>
    (await download(id, chatId, name)).status === 200;

  test('go with all conversations of a flow that are deleted for good, and only with these', async () => {
    const before = stored().length;
    const id = await openFlow();
    for (const chatId of ['old', 'new']) await filledChat(id, chatId);
    await attach(id, 'silent', [{ name: 'films.txt', content: TEXT }]);
    age(id, 'old', 31);
    await suite.api.call('DELETE', `/conversations?ownerId=${id}&olderThanDays=30`);
    expect(await Promise.all(['old', 'new', 'silent'].map((chatId) => isThere(id, chatId)))).toEqual([
      false,
      true,
      true,
    ]);
    await expect.poll(() => stored().length).toBe(before + 2);
    await suite.api.call('DELETE', `/conversations?ownerId=${id}`);
    expect(await isThere(id, 'new')).toBe(false);
    await expect.poll(() => stored().length).toBe(before + 1);
  });

  test('are not read while their conversation is in the bin, and go with it a week later', async () => {
    const before = stored().length;
    const id = await openFlow();
    await filledChat(id, 'chat-1');
    await suite.api.call('DELETE', `/conversations/${id}/chat-1`);
    expect(await isThere(id, 'chat-1')).toBe(false);
    const uploads = [{ type: 'stored-file', name: 'films.txt' }];
    const question = { question: QUESTION, uploads, chatId: 'chat-1' };
    expect(await suite.api.json('POST', `/prediction/${id}`, question)).toMatchObject({ status: 404 });
    await suite.api.call('POST', `/conversations/${id}/chat-1/restore`);
    expect(await isThere(id, 'chat-1')).toBe(true);

    await suite.api.call('DELETE', `/conversations/${id}/chat-1`);
    age(id, 'chat-1', 6);
    await prune();
    expect(stored()).toHaveLength(before + 1);
    age(id, 'chat-1', 2);
    await prune();
    await expect.poll(() => stored().length).toBe(before);
    expect(await isThere(id, 'chat-1')).toBe(false);
  });

  test('of a conversation that goes on stay when what is in the bin goes', async () => {
    const before = stored().length;
    const id = await openFlow();
    await filledChat(id, 'chat-1');
    await suite.api.call('DELETE', `/conversations/${id}/chat-1`);
    age(id, 'chat-1', 8);
    await attach(id, 'chat-1', [{ name: 'rules.txt', content: TEXT }]);
    await suite.api.ask(id, { question: QUESTION, chatId: 'chat-1' });
    expect(await isThere(id, 'chat-1', 'rules.txt')).toBe(true);
    await prune();
    await expect.poll(() => stored().length).toBe(before + 1);
    expect(await isThere(id, 'chat-1')).toBe(false);
    expect(await isThere(id, 'chat-1', 'rules.txt')).toBe(true);
  });

  test('go when their flow does not want their chat any longer', async () => {
    const before = stored().length;
    const id = await openFlow();
    for (const chatId of ['old', 'new']) await filledChat(id, chatId);
    age(id, 'old', 31);
    const chatbotConfig = JSON.stringify({ chatRetention: { status: true, days: 30 } });
    await suite.api.json('PUT', `/chatflows/${id}`, { chatbotConfig });
    await prune();
    expect(await isThere(id, 'old')).toBe(false);
    expect(await isThere(id, 'new')).toBe(true);
    await expect.poll(() => stored().length).toBe(before + 1);
  });
});

describe('a question with files', () => {
  let id: string;
  beforeAll(async () => {
    id = await openFlow();
  });

  test('is answered from them, too, and the message says which they were', async () => {
    const uploads = [{ type: 'file:full', name: 'films.txt', mime: 'text/plain', data: TEXT }];
    const answer = await suite.api.ask(id, { question: QUESTION, uploads, chatId: 'chat-full' });
    expect(answer.text).toContain('Films are lent for two days. [1]');
    expect(answer.passages[0]).toMatchObject({
      pageContent: TEXT,
      metadata: { source: 'films.txt' },
      relevance: expect.any(Number),
    });
    expect(answer.sourceDocuments?.length).toBe(answer.passages.length);
    const [question, message] = await suite.api.messages(id, '?chatId=chat-full');
    expect(question?.fileUploads).toEqual([{ type: 'file:full', name: 'films.txt', mime: 'text/plain' }]);
    expect(message?.fileUploads).toBeNull();
    const without = await suite.api.ask(id, { question: QUESTION, chatId: 'chat-full' });
    expect(without.text).not.toContain('two days');
  });

  test('takes a stored file of its chat, and of no other', async () => {
    await attach(id, 'chat-stored', [{ name: 'films.txt', content: TEXT }]);
    const uploads = [{ type: 'stored-file', name: 'films.txt', mime: 'text/plain' }];
    const answer = await suite.api.ask(id, { question: QUESTION, uploads, chatId: 'chat-stored' });
    expect(answer.text).toContain('two days');
    expect(
      await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION, uploads, chatId: 'x' }),
    ).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('finds the right place of a long one', async () => {
    const filler = 'The garden behind the house has two benches and a pond. '.repeat(4000);
    const data = `${filler}\n\nThe password of the wireless network is heron.\n\n${filler}`;
    const uploads = [{ type: 'file:full', name: 'guide.txt', data }];
    const question = 'What is the password of the wireless network?';
    const answer = await suite.api.ask(id, { question, uploads });
    expect(answer.text).toContain('heron');
    expect(answer.passages.filter(({ metadata }) => metadata.source === 'guide.txt')).toHaveLength(8);
  });

  test('takes files of a form', async () => {
    const body = new FormData();
    body.append('question', QUESTION);
    body.append('files', new Blob([TEXT]), 'films.txt');
    expect(await suite.api.call('POST', `/prediction/${id}`, { body })).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining('two days') },
    });
  });

  test('fetches an address through the guard only', async () => {
    const uploads = [{ type: 'url', name: 'page', data: `${suite.server.url}/api/v1/ping` }];
    expect(await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION, uploads })).toMatchObject({
      status: 422,
      body: { code: 'ADDRESS_REFUSED' },
    });
    const { id: off } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
    expect(await suite.api.json('POST', `/prediction/${off}`, { question: QUESTION, uploads })).toMatchObject({
      status: 400,
      body: { code: 'FILE_UPLOADS_OFF' },
    });
  });

  test('passes over files that were upserted before', async () => {
    const uploads = [{ type: 'file:rag', name: 'rules.txt', mime: 'text/plain' }];
    const answer = await suite.api.ask(id, { question: 'How long may books be kept?', uploads });
    expect(answer.text).toContain('three weeks');
  });

  test.each([
    ['a picture', { type: 'file', name: 'a.png', mime: 'image/png', data: 'data:image/png;base64,AAAA' }, 'model'],
    [
      'a picture at an address',
      { type: 'url', name: 'a', mime: 'image/png', data: 'https://a.example/a.png' },
      'model',
    ],
    ['speech', { type: 'audio', name: 'a.webm', mime: 'audio/webm', data: 'data:audio/webm;base64,AA' }, 'Speech'],
    ['a text without text', { type: 'file:full', name: 'a.txt' }, 'data'],
    ['another kind', { type: 'hologram', name: 'a' }, 'type'],
  ])('refuses %s with a sentence', async (_name, upload, word) => {
    expect(await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION, uploads: [upload] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: expect.stringContaining(word) },
    });
  });

  test('is bounded', async () => {
    const data = 'Films are lent. '.repeat(40_000);
    const uploads = [1, 2].map((number) => ({ type: 'file:full', name: `${number}.txt`, data }));
    expect(await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION, uploads })).toMatchObject({
      status: 413,
    });
    const many = Array.from({ length: 21 }, () => ({ type: 'file:rag', name: 'a' }));
    expect((await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION, uploads: many })).status).toBe(400);
  });
});
