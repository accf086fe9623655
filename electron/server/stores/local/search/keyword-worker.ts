import { setImmediate } from 'node:timers/promises';
import { openKeywords } from './keyword-file.ts';
import type { KeywordTail } from './keyword-tail.ts';
import { readTail, TAIL_LIMITS } from './read-tail.ts';
import {
  type KeywordQuestion,
  type KeywordThreadQuestion,
  keywordThreadQuestionSchema,
  type SearchAnswer,
} from './search-messages.ts';
import { type QueryContext, type SearchThread, serveSearch, type ThreadParts } from './search-thread.ts';

/** Thread of the server that searches words. It only reads the main database; the keyword index is its own. */

function makeThread({ main, cache }: ThreadParts): SearchThread<KeywordThreadQuestion> {
  const keywords = openKeywords(main, cache);

  /** What the keyword index does not have yet, as far as that can be read in good time; undefined when it has all. */
  async function readTailOf(
    question: KeywordQuestion,
    { signal, catchUp }: QueryContext,
  ): Promise<KeywordTail | undefined> {
    const { collectionId } = question;
    const behind = (limit: number) => keywords.use((index) => index.countBehind(collectionId, limit));
    await catchUp.before(collectionId, TAIL_LIMITS.rows, behind);
    if (behind(1) === 0) return undefined;
    const tail = keywords.use((index) => index.openTail(question));
    await readTail(
      (rows) => keywords.use((index) => index.readTail(collectionId, tail, rows)),
      async () => {
        await setImmediate();
        signal.throwIfAborted();
      },
    );
    return tail;
  }

  async function search(question: KeywordQuestion, context: QueryContext): Promise<SearchAnswer> {
    const { collectionId, filter, unfit } = question;
    const tail = await readTailOf(question, context);
    return keywords.use((index) => ({
      chunks: index.search({ ...question, filter, unfit }, tail),
      unread: tail === undefined ? 0 : index.countAfter(collectionId, tail.position),
    }));
  }

  async function scrub(collectionId: number, { catchUp }: QueryContext): Promise<void> {
    await catchUp.toEnd(collectionId);
    while (keywords.use((index) => index.scrub(collectionId))) await setImmediate();
  }

  return {
    questions: keywordThreadQuestionSchema,
    take: (collectionId, rows) => keywords.use((index) => index.catchUp(collectionId, rows)),
    async answer(question, context) {
      const { collectionId } = question;
      switch (question.kind) {
        case 'keyword':
          return search(question, context);
        case 'position':
          return { position: keywords.use((index) => index.readUpTo(collectionId)) };
        case 'forget':
          context.catchUp.forget(collectionId);
          keywords.use((index) => index.forget(collectionId));
          return {};
        case 'scrub':
          await scrub(collectionId, context);
          return {};
      }
    },
    close: () => keywords.close(),
  };
}

serveSearch(makeThread);
