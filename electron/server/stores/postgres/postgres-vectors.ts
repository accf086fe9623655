/** Bytes of one dimension, a `float4`. */
const FLOAT = 4;
/** Length of an element, then what pgvector's `vector_recv` reads before the numbers: how many, and two unused bytes. */
const ELEMENT_HEADER = 8;
/** Dimensions, whether there are nulls, type of the elements, length, and number of the first: `array_recv` of PostgreSQL. */
const ARRAY_HEADER = 20;

function writeNumbers(vector: Float32Array, target: Buffer, offset: number): void {
  // A copy of the bytes, whose order is then that of the network.
  const bytes = target.subarray(offset, offset + vector.byteLength);
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).copy(bytes);
  bytes.swap32();
}

/**
 * Vectors as a parameter of type `vector[]` in PostgreSQL's binary format: a third of the size of their text, and nothing to print or parse.
 * @param typeOid number of the type `vector` in this database
 */
export function encodeVectors(vectors: readonly Float32Array[], typeOid: number): Buffer {
  const size = vectors.reduce((sum, vector) => sum + ELEMENT_HEADER + vector.length * FLOAT, ARRAY_HEADER);
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const number of [1, 0, typeOid, vectors.length, 1]) at = buffer.writeUInt32BE(number, at);
  for (const vector of vectors) {
    at = buffer.writeInt32BE(FLOAT + vector.length * FLOAT, at);
    at = buffer.writeInt16BE(vector.length, at);
    at = buffer.writeInt16BE(0, at);
    writeNumbers(vector, buffer, at);
    at += vector.length * FLOAT;
  }
  return buffer;
}

/** One vector as a parameter of type `vector`. */
export function encodeVector(vector: Float32Array): Buffer {
  const buffer = Buffer.allocUnsafe(FLOAT + vector.length * FLOAT);
  buffer.writeInt16BE(vector.length, 0);
  buffer.writeInt16BE(0, 2);
  writeNumbers(vector, buffer, FLOAT);
  return buffer;
}
