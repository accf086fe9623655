import type { Database } from '../../../electron/server/storage/database.ts';
import { cosine } from '../../helpers/builders/vector-corpus.ts';

interface VectorRow {
  readonly no: number;
  readonly vector: Buffer;
}

/** `metadata.no` of the chunks that are nearest to each question, by comparison with all in plain double arithmetic. */
export function nearestOf(db: Database, questions: readonly Float32Array[], topK: number): number[][] {
  const best = questions.map((): { no: number; score: number }[] => []);
  const rows = db.prepare<[], VectorRow>(
    `SELECT json_extract(c.metadata, '$.no') AS no, e.vector FROM chunk c JOIN embedding e ON e.id = c.embedding_id`,
  );
  for (const { no, vector } of rows.iterate()) {
    const numbers = new Float32Array(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength));
    for (const [at, question] of questions.entries()) {
      const list = best[at] ?? [];
      const score = cosine(question, numbers);
      if (list.length === topK && score <= (list.at(-1)?.score ?? 0)) continue;
      list.push({ no, score });
      list.sort((a, b) => b.score - a.score);
      list.length = Math.min(list.length, topK);
    }
  }
  return best.map((list) => list.map(({ no }) => no));
}
