import { z } from 'zod';
import { serveModel } from '../../model-process/serve-model.ts';
import type { Encoder } from '../encoder/encoder.ts';

const embedTaskSchema = z.object({ purpose: z.enum(['document', 'query']), texts: z.array(z.string()) });

/** What an embedding worker is asked for; it answers with all vectors, one after the other. */
export type EmbedTask = Readonly<z.infer<typeof embedTaskSchema>>;

/** Serves a model that embeds, one text (or one window of a long text) a run. */
export async function serveEncoder(open: () => Promise<Encoder>): Promise<void> {
  await serveModel(embedTaskSchema, async () => {
    const encoder = await open();
    return async ({ purpose, texts }, pause) => {
      const matrix = new Float32Array(texts.length * encoder.dimensions);
      for (const [index, text] of texts.entries()) {
        await pause();
        matrix.set(await encoder.embed(text, purpose, pause), index * encoder.dimensions);
      }
      return matrix;
    };
  });
}
