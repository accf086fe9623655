import { serveEncoder } from '../../../electron/server/embedding/local/serve-encoder.ts';

/** An embedding worker without a model. The vector of a text is [its length, 1 for a question]. One that begins with "fail" throws, "wait" never ends unless it is cancelled. */
await serveEncoder(async () => ({
  dimensions: 2,
  async embed(text, purpose, pause) {
    if (text.startsWith('fail')) throw new Error('told to fail');
    while (text.startsWith('wait')) await pause();
    return Float32Array.of(text.length, purpose === 'query' ? 1 : 0);
  },
}));
