import { strike } from '../../text/inline-writer.ts';
import { isSymbolFont, shownIn } from '../../text/symbol-fonts.ts';
import { type OfficePackage, readXml } from '../office-xml.ts';

/** What shows of a cell's text. */
export type CellLook = (text: string) => string;

interface Font {
  name: string | undefined;
  isStruck: boolean;
}

/**
 * What the fonts of a workbook's cell styles show, by the index of the style; undefined for those that show the text as it is.
 * @throws UserError FILE_CORRUPT
 */
export async function readCellLooks(
  office: OfficePackage,
  part: string | undefined,
): Promise<readonly (CellLook | undefined)[]> {
  if (part === undefined || !office.archive.names.has(part)) return [];
  const fonts: Font[] = [];
  const looks: (CellLook | undefined)[] = [];
  let list = '';
  await readXml(office, part, {
    onOpen(element, { fontId, val }) {
      if (element === 'fonts' || element === 'cellXfs' || element === 'dxfs') list = element;
      else if (element === 'font' && list === 'fonts') fonts.push({ name: undefined, isStruck: false });
      else if (element === 'xf' && list === 'cellXfs') looks.push(lookOf(fonts[Number(fontId ?? 0)]));
      const font = list === 'fonts' ? fonts.at(-1) : undefined;
      if (font === undefined) return;
      if (element === 'name') font.name = val;
      else if (element === 'strike') font.isStruck = !['0', 'false'].includes(val ?? '');
    },
    onClose(element) {
      if (element === list) list = '';
    },
  });
  return looks;
}

function lookOf(font: Font | undefined): CellLook | undefined {
  if (font === undefined) return undefined;
  const { name, isStruck } = font;
  const isOfSigns = isSymbolFont(name);
  if (!isOfSigns && !isStruck) return undefined;
  return (text) => {
    const shown = shownIn(name, text);
    // Parts of it may be marked by themselves.
    return isStruck && !shown.includes('~~') ? strike(shown) : shown;
  };
}
