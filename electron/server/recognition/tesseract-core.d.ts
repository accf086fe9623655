/** The part of Tesseract's WebAssembly build that we use; it has no types of its own. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** The C++ class `TessBaseAPI`, as tesseract.js has bound it. */
  export interface TesseractApi {
    /** @returns 0 when the data of all languages could be loaded */
    Init(dataPath: string | null, languages: string, engineMode: number): number;
    /** Reads the file "/input". @returns 1 if it can't be decoded */
    SetImageFile(exifOrientation: number, radians: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    /** A line for each block, paragraph, line and word, with its place in pixels: level, 5 numbers, left, top, width, height, confidence, text. */
    GetTSVText(pageNumber: number): string;
    /** Forgets the picture. */
    Clear(): void;
    End(): void;
  }

  export interface Tesseract {
    readonly TessBaseAPI: new () => TesseractApi;
    readonly FS: {
      writeFile(path: string, content: Uint8Array): void;
      unlink(path: string): void;
    };
  }

  export default function start(options: {
    print(line: string): void;
    printErr(line: string): void;
  }): Promise<Tesseract>;
}
