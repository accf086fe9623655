/** Windows code pages in iconv-lite's names, by RTF's `\fcharset` (RTF 1.9.1, font table). 0 and 1 are the document's own. */
const ENCODING_OF_CHARSET: ReadonlyMap<number, string> = new Map([
  [77, 'macintosh'],
  [128, 'cp932'],
  [129, 'cp949'],
  [134, 'cp936'],
  [136, 'cp950'],
  [161, 'cp1253'],
  [162, 'cp1254'],
  [163, 'cp1258'],
  [177, 'cp1255'],
  [178, 'cp1256'],
  [186, 'cp1257'],
  [204, 'cp1251'],
  [222, 'cp874'],
  [238, 'cp1250'],
  [254, 'cp437'],
  [255, 'cp850'],
]);

/** The encoding of a font's character set; undefined: that of the document. */
export function encodingOfCharset(charset: number): string | undefined {
  return ENCODING_OF_CHARSET.get(charset);
}
