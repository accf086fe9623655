import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Manifest } from './archive-format.ts';

/** Level of the packing: the text shrinks to about a third, and packing holds nothing up. */
const LEVEL = 1;

/** Writes a ZIP file as a stream: what was added is given before more is made. */
export function createZipWriter() {
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const parts: Manifest['parts'] = {};
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else ready.push(data);
  });

  async function* take(): AsyncGenerator<Uint8Array> {
    if (failure !== undefined) throw failure;
    yield* ready.splice(0);
    // Other calls have their turn between two pieces.
    await nextTurn();
  }

  return {
    parts,
    /** Adds a part from its pieces. */
    async *add(
      name: string,
      pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
      isPacked = true,
    ): AsyncGenerator<Uint8Array> {
      const file = isPacked ? new ZipDeflate(name, { level: LEVEL }) : new ZipPassThrough(name);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      zip.add(file);
      for await (const piece of pieces) {
        hash.update(piece);
        sizeBytes += piece.byteLength;
        file.push(piece);
        yield* take();
      }
      file.push(new Uint8Array(0), true);
      parts[name] = { sizeBytes, sha256: hash.digest('hex') };
      yield* take();
    },
    async *end(): AsyncGenerator<Uint8Array> {
      zip.end();
      yield* take();
    },
  };
}
