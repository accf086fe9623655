import { ExactScan } from './exact-scan.ts';
import { openRounded } from './rounded-file.ts';
import { type ScanThreadQuestion, type SearchAnswer, scanThreadQuestionSchema } from './search-messages.ts';
import { type QueryContext, type SearchThread, serveSearch, type ThreadParts } from './search-thread.ts';

/** Thread of the server that compares vectors, exactly. It only reads the main database; the file of rounded vectors is its own. */

function makeThread({ main, cache, matrixBytes }: ThreadParts): SearchThread<ScanThreadQuestion> {
  const roundedCache = openRounded(main, { ...cache, matrixBytes });
  const scan = new ExactScan(main, {
    matrixBytes,
    stored: {
      upTo: (of) => roundedCache.use((rounded) => rounded.upTo(of)),
      read: (...range) => roundedCache.use((rounded) => rounded.read(...range)),
    },
  });

  async function search(
    question: Extract<ScanThreadQuestion, { kind: 'scan' }>,
    { signal, catchUp }: QueryContext,
  ): Promise<SearchAnswer> {
    const { collectionId, filter } = question;
    const chunks = await scan.scan({ ...question, filter, signal });
    // An older collection may have no rounded vectors yet: no commit has caused them to be made.
    if (roundedCache.use((rounded) => rounded.isBehind(collectionId))) catchUp.resume(collectionId);
    return { chunks };
  }

  return {
    questions: scanThreadQuestionSchema,
    take: (collectionId, rows) =>
      scan.followInMemory(collectionId, rows) || roundedCache.use((rounded) => rounded.catchUp(collectionId, rows)),
    async answer(question, context) {
      const { collectionId } = question;
      const { signal, catchUp } = context;
      switch (question.kind) {
        case 'scan':
          catchUp.noteQuestion();
          return search(question, context);
        case 'rank':
          catchUp.noteQuestion();
          return { chunks: await scan.rank({ ...question, filter: question.filter, signal }) };
        case 'unfit':
          return { unfit: await scan.unfit({ collectionId, filter: question.filter, signal }) };
        case 'position':
          // Vectors in memory would have to be updated: the next question reads them again.
          scan.forgetBehind(collectionId);
          return { position: roundedCache.use((rounded) => rounded.readUpTo(collectionId)) };
        case 'forget':
          catchUp.forget(collectionId);
          scan.forget(collectionId);
          roundedCache.use((rounded) => rounded.forget(collectionId));
          return {};
        case 'scrub':
          await catchUp.toEnd(collectionId);
          roundedCache.use((rounded) => rounded.truncate());
          return {};
      }
    },
    metadataChanged: (collectionId, chunkIds) => scan.metadataChanged(collectionId, chunkIds),
    close: () => roundedCache.close(),
  };
}

serveSearch(makeThread);
