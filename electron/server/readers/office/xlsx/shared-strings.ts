import { type OfficePackage, streamXml } from '../office-xml.ts';
import { RichText } from './rich-text.ts';
import { TextTable } from './text-table.ts';

/** The shared strings of a workbook, which cells refer to by number. @throws UserError FILE_CORRUPT */
export async function readSharedStrings(office: OfficePackage, part: string | undefined): Promise<TextTable> {
  const table = new TextTable();
  if (part === undefined || !office.archive.names.has(part)) return table;
  const text = new RichText();
  const pieces = streamXml(office, part, {
    onOpen: (element, attributes) => text.open(element, attributes),
    onClose(element) {
      text.close(element);
      if (element === 'si') table.push(text.take());
    },
    onText: (content) => text.add(content),
  });
  while ((await pieces.next()).done !== true);
  return table;
}
