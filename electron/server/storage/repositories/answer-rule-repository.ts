import type { Database } from '../database.ts';

/** Tokens that models have read and written. */
export interface TokenSums {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const SUMS = (what: string, where: string) => `
  SELECT coalesce(sum(${what.replaceAll('*', 'input')}), 0) AS inputTokens,
    coalesce(sum(${what.replaceAll('*', 'output')}), 0) AS outputTokens ${where}`;

/** Where questions to a flow or store may go, and what their answers have used; rows go with their owner. */
export function createAnswerRuleRepository(db: Database) {
  const isLocalOnly = db.prepare<[string], number>('SELECT 1 FROM local_models_only WHERE owner_id = ?').pluck();
  const setLocalOnly = db.prepare<[string]>('INSERT OR IGNORE INTO local_models_only (owner_id) VALUES (?)');
  const unsetLocalOnly = db.prepare<[string]>('DELETE FROM local_models_only WHERE owner_id = ?');
  const hosts = db.prepare<[string], string>('SELECT host FROM model_consent WHERE owner_id = ? ORDER BY host').pluck();
  const removeHosts = db.prepare<[string]>('DELETE FROM model_consent WHERE owner_id = ?');
  const addHost = db.prepare<[string, string]>('INSERT OR IGNORE INTO model_consent (owner_id, host) VALUES (?, ?)');
  const addTokens = db.prepare<[{ ownerId: string; day: string } & TokenSums]>(`
    INSERT INTO token_use (owner_id, day, input_tokens, output_tokens) VALUES (@ownerId, @day, @inputTokens, @outputTokens)
    ON CONFLICT (owner_id, day) DO UPDATE SET
      input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`);
  const ofOwner = db.prepare<[string], TokenSums>(SUMS('*_tokens', 'FROM token_use WHERE owner_id = ?'));
  const ofDay = db.prepare<[string, string], TokenSums>(
    SUMS('*_tokens', 'FROM token_use WHERE owner_id = ? AND day = ?'),
  );
  const ofChat = db.prepare<[string, string], TokenSums>(
    SUMS("json_extract(details, '$.*Tokens')", 'FROM chat_message WHERE owner_id = ? AND chat_id = ?'),
  );
  const nothing: TokenSums = { inputTokens: 0, outputTokens: 0 };
  return {
    isLocalOnly: (ownerId: string): boolean => isLocalOnly.get(ownerId) === 1,
    setLocalOnly: (ownerId: string, isOn: boolean): void => void (isOn ? setLocalOnly : unsetLocalOnly).run(ownerId),
    /** Where passages may go, by name. */
    hosts: (ownerId: string): string[] => hosts.all(ownerId),
    setHosts: db.transaction((ownerId: string, allowed: readonly string[]): void => {
      removeHosts.run(ownerId);
      for (const host of allowed) addHost.run(ownerId, host);
    }),
    /** @param day of the calendar: "2026-11-29" */
    addTokens: (ownerId: string, day: string, used: TokenSums): void => void addTokens.run({ ownerId, day, ...used }),
    tokensOf: (ownerId: string): TokenSums => ofOwner.get(ownerId) ?? nothing,
    tokensOfDay: (ownerId: string, day: string): TokenSums => ofDay.get(ownerId, day) ?? nothing,
    /** Of the messages that a chat has now. */
    tokensOfChat: (ownerId: string, chatId: string): TokenSums => ofChat.get(ownerId, chatId) ?? nothing,
  };
}

export type AnswerRuleRepository = ReturnType<typeof createAnswerRuleRepository>;
