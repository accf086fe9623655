/** Western European. */
const USUAL = 1252;

/** iconv-lite's name of a code page, by its number in Windows. */
export function encodingOfCodePage(codePage: number): string {
  if (codePage === 10_000) return 'macintosh';
  return codePage === 65_001 ? 'utf8' : `cp${codePage}`;
}

/** Decodes a text by the number of its code page in Windows; one that is not known as Western European. */
export type DecodeCodePage = (bytes: Buffer, codePage?: number) => string;

/** Loads the decoder of code pages. */
export async function loadCodePages(): Promise<DecodeCodePage> {
  const { default: iconv } = await import('iconv-lite');
  return (bytes, codePage = USUAL) => {
    const encoding = encodingOfCodePage(codePage);
    return iconv.decode(bytes, iconv.encodingExists(encoding) ? encoding : encodingOfCodePage(USUAL));
  };
}
