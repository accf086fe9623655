/** What an answer of an embeddings service holds: rows of one matrix, in the order of the texts. */
export interface Embeddings {
  /** Views of one shared buffer. */
  readonly vectors: readonly Float32Array[];
  readonly dimensions: number;
}

/** The answer is not what was asked for; `problem` finishes the sentence "The server answered with …". */
export interface UnusableAnswer {
  readonly problem: string;
}

/** One vector of an answer, not yet checked. */
export interface EmbeddingRow {
  /** Which text it is of; anything but a number: that at its place in the answer. */
  readonly index?: unknown;
  /** A list of numbers, or base64 of little-endian float32. */
  readonly embedding: unknown;
}

const BYTES_PER_NUMBER = Float32Array.BYTES_PER_ELEMENT;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The rows of an answer of OpenAI's interface. */
export function openAIRows(body: unknown): readonly EmbeddingRow[] | undefined {
  if (!isObject(body) || !Array.isArray(body.data)) return undefined;
  const data: readonly unknown[] = body.data;
  return data.map((row) =>
    isObject(row) ? { index: row.index, embedding: row.embedding } : { index: 0, embedding: 0 },
  );
}

/** Numbers in an embedding: base64 of little-endian float32, or a plain list. Undefined if it is neither. */
function lengthOf(embedding: unknown): number | undefined {
  if (typeof embedding === 'string') return Buffer.byteLength(embedding, 'base64') / BYTES_PER_NUMBER;
  return Array.isArray(embedding) ? embedding.length : undefined;
}

/** Writes one embedding into its row; false if some of it is not a number. */
function fillRow(row: Float32Array, embedding: unknown): boolean {
  if (typeof embedding === 'string') {
    // Straight into the matrix: no buffer per vector. Every machine that Node and Electron run on is little-endian.
    const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
    return bytes.write(embedding, 'base64') === row.byteLength;
  }
  if (!Array.isArray(embedding)) return false;
  for (let i = 0; i < row.length; i++) {
    const value: unknown = embedding[i];
    if (typeof value !== 'number') return false;
    row[i] = value;
  }
  return true;
}

function areFinite(numbers: Float32Array): boolean {
  // Infinity and NaN times 0 are NaN, which stays in the sum: one comparison for all numbers.
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += (numbers[i] ?? 0) * 0;
  return sum === 0;
}

/** Rows that are a plain list of vectors, in the order of the texts. */
export function plainRows(list: unknown): readonly EmbeddingRow[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const vectors: readonly unknown[] = list;
  return vectors.map((embedding) => ({ embedding }));
}

/** The property of an answer, if it is an object that has it. */
export function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** Reads the rows of an answer to `count` texts and checks number, order, lengths and values. */
export function readEmbeddings(rows: readonly EmbeddingRow[] | undefined, count: number): Embeddings | UnusableAnswer {
  if (rows === undefined) return { problem: 'something else than embeddings' };
  if (rows.length !== count) return { problem: `${rows.length} vectors for ${count} texts` };
  const dimensions = lengthOf(rows[0]?.embedding) ?? 0;
  if (!Number.isInteger(dimensions) || dimensions === 0) return { problem: 'a vector that cannot be read' };
  const matrix = new Float32Array(count * dimensions);
  const vectors: Float32Array[] = [];
  for (let i = 0; i < count; i++) vectors.push(matrix.subarray(i * dimensions, (i + 1) * dimensions));
  const seen = new Uint8Array(count);
  for (const [position, { index, embedding }] of rows.entries()) {
    // Some compatible servers leave the index out and keep the order.
    const place = typeof index === 'number' ? index : position;
    const vector = vectors[place];
    if (vector === undefined || seen[place] === 1) return { problem: 'vectors that are numbered wrongly' };
    seen[place] = 1;
    const length = lengthOf(embedding);
    if (length !== dimensions)
      return { problem: `vectors of different lengths, ${dimensions} and ${length ?? 'none'}` };
    if (!fillRow(vector, embedding)) return { problem: 'a vector that cannot be read' };
  }
  if (!areFinite(matrix)) return { problem: 'a vector that holds something else than finite numbers' };
  // It has no direction: such a chunk would never be found, or always.
  if (vectors.some((vector) => vector.every((number) => number === 0))) return { problem: 'a vector of zeros only' };
  return { vectors, dimensions };
}
