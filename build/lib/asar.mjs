// @ts-check
import { closeSync, openSync, readSync } from 'node:fs';

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

/** @typedef {{ files?: Record<string, AsarEntry>, size?: number, unpacked?: boolean }} AsarEntry */
/** @typedef {{ path: string, bytes: number, isUnpacked: boolean }} AsarFile an unpacked one lies in the folder beside the archive */

/** @param {AsarEntry} entry @param {string} folder @returns {AsarFile[]} */
function filesIn({ files = {} }, folder) {
  return Object.entries(files).flatMap(([name, entry]) =>
    entry.files === undefined
      ? [{ path: folder + name, bytes: entry.size ?? 0, isUnpacked: entry.unpacked === true }]
      : filesIn(entry, `${folder}${name}/`),
  );
}

/**
 * Lists an archive. Its header is JSON behind four numbers, the last of which is the JSON's length in bytes.
 * @param {string} path
 * @returns {AsarFile[]} paths with `/`
 */
export function listAsar(path) {
  const file = openSync(path, 'r');
  try {
    const sizes = Buffer.alloc(16);
    readSync(file, sizes, 0, 16, 0);
    const header = Buffer.alloc(sizes.readUInt32LE(12));
    readSync(file, header, 0, header.length, 16);
    return filesIn(JSON.parse(header.toString('utf8')), '');
  } finally {
    closeSync(file);
  }
}
