import { createServer } from 'node:http';

/**
 * A server that answers OpenAI's `/v1/embeddings` at next to no cost: fixed vectors of 384 dimensions, encoded beforehand. Run as a
 * process of its own, so that its work is not the measured server's; prints its address.
 */
const DIMENSIONS = 384;
const VECTORS = 512;

const encoded = Array.from({ length: VECTORS }, (_, seed) => {
  const vector = Float32Array.from({ length: DIMENSIONS }, (__, index) => Math.sin((seed + 1) * (index + 1)));
  const length = Math.hypot(...vector);
  return Buffer.from(vector.map((value) => value / length).buffer).toString('base64');
});

let next = 0;

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body: { readonly input: readonly string[] } = JSON.parse(Buffer.concat(parts).toString('utf8'));
  const data = body.input.map((_text, index) => {
    next = (next + 1) % VECTORS;
    return `{"object":"embedding","index":${index},"embedding":"${encoded[next]}"}`;
  });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    `{"object":"list","data":[${data.join(',')}],"model":"fixed","usage":{"prompt_tokens":0,"total_tokens":0}}`,
  );
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`http://127.0.0.1:${address.port}/v1\n`);
});
