import type { Migration } from './migration.ts';

/** For the list of the feedback of all chatflows, with a rating or without. */
export const feedbackLists: Migration = {
  name: 'feedback lists',
  sql: `
CREATE INDEX feedback_by_date ON feedback (created_date, id);
CREATE INDEX feedback_by_rating ON feedback (rating, created_date, id);
`,
};
