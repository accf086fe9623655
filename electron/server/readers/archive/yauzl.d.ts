/** The part of yauzl that we use; it has no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly crc32: number;
    /** As the archive's directory declares. */
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    isEncrypted(): boolean;
  }

  export interface ZipFile {
    readonly entryCount: number;
    /** Bytes of the archive. */
    readonly fileSize: number;
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  }

  export interface OpenOptions {
    readonly autoClose: boolean;
    readonly lazyEntries: boolean;
    readonly validateEntrySizes: boolean;
  }

  export function openPromise(path: string, options: OpenOptions): Promise<ZipFile>;
}
