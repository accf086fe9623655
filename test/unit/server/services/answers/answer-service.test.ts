import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AskedQuestion,
  createAnswerService,
} from '../../../../../electron/server/services/answers/answer-service.ts';
import type { Library } from '../../../../../electron/server/services/libraries/library.ts';
import { applyMigrations } from '../../../../../electron/server/storage/apply-migrations.ts';
import { migrations } from '../../../../../electron/server/storage/migrations/index.ts';
import { createChatMessageRepository } from '../../../../../electron/server/storage/repositories/chat-message-repository.ts';

const now = () => new Date('2025-01-15T10:30:00.000Z');
const ASKED: AskedQuestion = {
  ...{ question: 'How long?', chatId: 'chat', sessionId: 'chat', chatType: 'EXTERNAL', overrides: {} },
  ...{ leadEmail: undefined, stopNodeId: undefined, filter: undefined, replaceFrom: undefined, chatModel: undefined },
  ...{ asksConsent: false, canStream: true, fileUploads: [], documents: [], history: [] },
};

let db: BetterSqlite3.Database;
beforeEach(() => {
  db = new BetterSqlite3(':memory:');
  applyMigrations(db, migrations, now);
});
afterEach(() => {
  db.close();
});

describe('a question that is still looked at', () => {
  /** Asks, and ends it before it is admitted. */
  async function endEarly(end: (answers: ReturnType<typeof createAnswerService>) => unknown) {
    const admitted = Promise.withResolvers<void>();
    const messages = createChatMessageRepository(db);
    const answers = createAnswerService({
      queries: {
        admitAnswer: () => admitted.promise,
        async *answerLibrary() {
          yield { type: 'text', text: 'Three weeks.', citations: [] };
        },
      },
      ...{ messages, commits: { db }, now, clock: () => 0 },
    });
    const library = { id: 'flow-1' } as Library;
    const answer = answers.answer(library, ASKED, { signal: new AbortController().signal, emit: () => undefined });
    const ended = end(answers);
    admitted.resolve();
    const [outcome] = await Promise.allSettled([answer, ended]);
    return { outcome, stored: messages.list({ ownerId: 'flow-1' }, 'ASC', undefined, 9).messages };
  }

  test.each([
    [
      'whose flow is deleted',
      'CHATFLOW_NOT_FOUND',
      (answers: ReturnType<typeof createAnswerService>) => answers.stopAllOf('flow-1'),
    ],
    ['when the server ends', 'SHUTTING_DOWN', (answers: ReturnType<typeof createAnswerService>) => answers.close()],
  ])('%s is not stored', async (_, code, end) => {
    expect(await endEarly(end)).toMatchObject({ outcome: { status: 'rejected', reason: { code } }, stored: [] });
  });

  test('is stopped by its chat', async () => {
    const { outcome, stored } = await endEarly((answers) => answers.abort('flow-1', 'chat'));
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { isStopped: true, text: '' } });
    expect(stored).toMatchObject([{ role: 'userMessage' }, { role: 'apiMessage', outcome: 'stopped' }]);
  });
});
