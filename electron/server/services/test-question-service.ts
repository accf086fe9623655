import { randomUUID } from 'node:crypto';
import {
  TEST_QUESTIONS_LIMIT,
  type TestQuestion,
  type TestQuestionFields,
} from '../../../shared/api/test-questions.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { TestQuestionRepository } from '../storage/repositories/test-question-repository.ts';
import { noLibrary } from './libraries/library.ts';

/** Questions with the sources of their answers, by flow or document store: what a search is measured by. */
export function createTestQuestionService(questions: TestQuestionRepository) {
  function requireOwner(ownerId: string): void {
    if (!questions.hasOwner(ownerId)) throw noLibrary();
  }

  return {
    /** @throws UserError CHATFLOW_NOT_FOUND for an id that neither a chatflow nor a document store has */
    list(ownerId: string): TestQuestion[] {
      requireOwner(ownerId);
      return questions.list(ownerId);
    },

    /**
     * Adds all of them or none, in their order.
     * @throws UserError CHATFLOW_NOT_FOUND; INVALID_INPUT when there would be too many
     */
    add(ownerId: string, added: readonly TestQuestionFields[]): TestQuestion[] {
      requireOwner(ownerId);
      const room = TEST_QUESTIONS_LIMIT - questions.count(ownerId);
      if (added.length > room) {
        throw new UserError(
          'INVALID_INPUT',
          `There is room for ${room} more questions, of ${TEST_QUESTIONS_LIMIT}: remove some, or send fewer.`,
        );
      }
      const rows = added.map((fields) => ({ ...fields, id: randomUUID() }));
      questions.insertAll(ownerId, rows);
      return rows;
    },

    /** @returns how many there were */
    remove: (ownerId: string, ids: readonly string[]): number => questions.remove(ownerId, ids),
  };
}

export type TestQuestionService = ReturnType<typeof createTestQuestionService>;
