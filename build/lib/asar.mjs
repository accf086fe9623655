// @ts-check

/** @param {readonly number[]} values @returns {Buffer} unsigned 32-bit integers, little-endian */
function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}

/**
 * Packs files into Electron's archive format: a header in JSON, behind its sizes in Chromium's pickle format, and the files one after the other.
 * @param {Readonly<Record<string, Buffer>>} files content by name, without folders
 * @returns {Buffer}
 */
export function packAsar(files) {
  let offset = 0;
  /** @type {Record<string, { size: number, offset: string }>} */
  const entries = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = { size: content.length, offset: String(offset) };
    offset += content.length;
  }
  const json = Buffer.from(JSON.stringify({ files: entries }));
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4)]);
  return Buffer.concat([
    numbers(4, padded.length + 8, padded.length + 4, json.length),
    padded,
    ...Object.values(files),
  ]);
}
