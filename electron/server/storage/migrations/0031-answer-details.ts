import type { Migration } from './migration.ts';

/** How an answer was made: which model, how many tokens. */
export const answerDetails: Migration = {
  name: 'answer details',
  // JSON object; null for a question, and for answers of before.
  sql: 'ALTER TABLE chat_message ADD COLUMN details TEXT;',
};
