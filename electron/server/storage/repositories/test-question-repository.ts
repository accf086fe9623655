import { type TestQuestion, TestQuestionFieldsSchema } from '../../../../shared/api/test-questions.ts';
import type { Database } from '../database.ts';

interface Row {
  id: string;
  question: string;
  /** JSON */
  sources: string;
}

function fromRow({ id, question, sources }: Row): TestQuestion {
  return { id, question, sources: TestQuestionFieldsSchema.shape.sources.parse(JSON.parse(sources)) };
}

/** Rows of `test_question`; they go with their flow or store. */
export function createTestQuestionRepository(db: Database) {
  const list = db.prepare<[string], Row>(
    'SELECT id, question, sources FROM test_question WHERE owner_id = ? ORDER BY seq',
  );
  const count = db.prepare<[string], number>('SELECT count(*) FROM test_question WHERE owner_id = ?').pluck();
  const insert = db.prepare<[Row & { ownerId: string }]>(
    'INSERT INTO test_question (id, owner_id, question, sources) VALUES (@id, @ownerId, @question, @sources)',
  );
  const remove = db.prepare<[string, string]>(
    'DELETE FROM test_question WHERE owner_id = ? AND id IN (SELECT value FROM json_each(?))',
  );
  const owner = db
    .prepare<[{ id: string }], number>(
      'SELECT EXISTS (SELECT 1 FROM chatflow WHERE id = @id) OR EXISTS (SELECT 1 FROM document_store WHERE id = @id)',
    )
    .pluck();
  return {
    /** In the order in which they were added. */
    list: (ownerId: string): TestQuestion[] => list.all(ownerId).map(fromRow),
    count: (ownerId: string): number => count.get(ownerId) ?? 0,
    /** All of them or none. */
    insertAll: db.transaction((ownerId: string, questions: readonly TestQuestion[]): void => {
      for (const { sources, ...row } of questions) insert.run({ ...row, ownerId, sources: JSON.stringify(sources) });
    }),
    /** @returns how many were there */
    remove: (ownerId: string, ids: readonly string[]): number => remove.run(ownerId, JSON.stringify(ids)).changes,
    /** Whether there is a chatflow or a document store of this id. */
    hasOwner: (id: string): boolean => owner.get({ id }) === 1,
  };
}

export type TestQuestionRepository = ReturnType<typeof createTestQuestionRepository>;
