/** Of a file with more pages no more are looked for: they would take days, and a damaged file may name very many. */
export const MOST_TIFF_PAGES = 2000;
/** Where the file says where its first page is described. */
const FIRST_PAGE_AT = 4;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

function isLittleEndian(file: Buffer): boolean {
  return file.toString('latin1', 0, 2) === 'II';
}

/** Where the pages of a TIFF file (TIFF 6.0, section 2) are described, in bytes from its start, of one page more than {@link MOST_TIFF_PAGES} at most; none for any other file. */
export function tiffPages(file: Buffer): readonly number[] {
  const mark = file.toString('latin1', 0, 4);
  if ((mark !== 'II*\0' && mark !== 'MM\0*') || file.length < HEADER_BYTES) return [];
  const isLittle = isLittleEndian(file);
  const uint16 = (at: number): number => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const uint32 = (at: number): number => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const starts = new Set<number>();
  let start = uint32(FIRST_PAGE_AT);
  while (start !== 0 && start + 2 <= file.length && !starts.has(start) && starts.size <= MOST_TIFF_PAGES) {
    const end = start + 2 + uint16(start) * ENTRY_BYTES;
    if (end + 4 > file.length) break;
    starts.add(start);
    start = uint32(end);
  }
  return [...starts];
}

/** Makes another page the first one, in the bytes themselves: what reads pictures reads the first one only. */
export function beginWithPage(file: Buffer, start: number): void {
  if (isLittleEndian(file)) file.writeUInt32LE(start, FIRST_PAGE_AT);
  else file.writeUInt32BE(start, FIRST_PAGE_AT);
}
