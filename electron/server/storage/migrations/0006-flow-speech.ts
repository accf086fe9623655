import type { Migration } from './migration.ts';

/** Fields of a chatflow that Flowise keeps: no run here reads them. */
export const flowSpeech: Migration = {
  name: 'flow speech',
  sql: `
ALTER TABLE chatflow ADD COLUMN text_to_speech TEXT;
ALTER TABLE chatflow ADD COLUMN follow_up_prompts TEXT;
`,
};
