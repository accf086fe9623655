/** The part of yauzl that we use; it has no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    /** Where strings are decoded. */
    readonly fileName: string;
    readonly fileNameRaw: Buffer;
    readonly generalPurposeBitFlag: number;
    readonly extraFields: readonly unknown[];
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
    /** Yes by default. */
    readonly decodeStrings?: boolean;
  }

  export abstract class RandomAccessReader {
    abstract _readStreamForRange(start: number, end: number): Readable;
  }

  export function openPromise(path: string, options: OpenOptions): Promise<ZipFile>;
  export function fromRandomAccessReaderPromise(
    reader: RandomAccessReader,
    totalSize: number,
    options: OpenOptions,
  ): Promise<ZipFile>;
  /** The name of an entry in its encoding, with / for \\. */
  export function getFileNameLowLevel(
    generalPurposeBitFlag: number,
    fileNameRaw: Buffer,
    extraFields: readonly unknown[],
    strictFileNames: boolean,
  ): string;
}
