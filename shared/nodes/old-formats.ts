import { extensionOf } from './accepts-file.ts';

/** Office formats that are not supported, with the supported format that the same program can save. */
const SAVE_AS: ReadonlyMap<string, string> = new Map([
  ['.doc', '.docx'],
  ['.dot', '.docx'],
  ['.xls', '.xlsx'],
  ['.xlt', '.xlsx'],
  ['.xlsb', '.xlsx'],
  ['.ppt', '.pptx'],
  ['.pps', '.pptx'],
]);

/** The supported extension to save a file with this name as; undefined if its format is not an old one. */
export function newerFormatOf(fileName: string): string | undefined {
  return SAVE_AS.get(extensionOf(fileName));
}
