import { ExactScan } from './exact-scan.ts';
import { openRounded } from './rounded-file.ts';
import { type ScanThreadQuestion, type SearchAnswer, scanThreadQuestionSchema } from './search-messages.ts';
import { type AskedOf, type SearchThread, serveSearch, type ThreadParts } from './search-thread.ts';

/** Thread of the server that compares vectors, exactly. It only reads the main database; the file of rounded vectors is its own. */

function makeThread({ main, cache, matrixBytes }: ThreadParts): SearchThread<ScanThreadQuestion> {
  const kept = openRounded(main, { ...cache, matrixBytes });
  const scan = new ExactScan(main, {
    matrixBytes,
    stored: {
      upTo: (of) => kept.use((rounded) => rounded.upTo(of)),
      read: (...range) => kept.use((rounded) => rounded.read(...range)),
    },
  });

  async function search(
    question: Extract<ScanThreadQuestion, { kind: 'scan' }>,
    { signal, catchUp }: AskedOf,
  ): Promise<SearchAnswer> {
    const { collectionId, filter } = question;
    const chunks = await scan.scan({ ...question, filter, signal });
    // Of an older store none may be kept: no commit has told to follow.
    if (kept.use((rounded) => rounded.isBehind(collectionId))) catchUp.resume(collectionId);
    return { chunks };
  }

  return {
    questions: scanThreadQuestionSchema,
    take: (collectionId, rows) =>
      scan.followInMemory(collectionId, rows) || kept.use((rounded) => rounded.catchUp(collectionId, rows)),
    async answer(question, asked) {
      const { collectionId } = question;
      const { signal, catchUp } = asked;
      switch (question.kind) {
        case 'scan':
          catchUp.asked();
          return search(question, asked);
        case 'rank':
          catchUp.asked();
          return { chunks: await scan.rank({ ...question, filter: question.filter, signal }) };
        case 'unfit':
          return { unfit: await scan.unfit({ collectionId, filter: question.filter, signal }) };
        case 'position':
          // Vectors that are kept in memory would have to be told: they are read again by the next question.
          scan.forgetBehind(collectionId);
          return { position: kept.use((rounded) => rounded.readUpTo(collectionId)) };
        case 'forget':
          catchUp.forget(collectionId);
          scan.forget(collectionId);
          kept.use((rounded) => rounded.forget(collectionId));
          return {};
        case 'scrub':
          await catchUp.toEnd(collectionId);
          kept.use((rounded) => rounded.truncate());
          return {};
      }
    },
    metadataChanged: (collectionId, chunkIds) => scan.metadataChanged(collectionId, chunkIds),
    close: () => kept.close(),
  };
}

serveSearch(makeThread);
