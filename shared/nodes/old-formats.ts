import { extensionOf } from './accepts-file.ts';

/** Office formats that are not read, with those that the same programs can save them as. */
const SAVE_AS: ReadonlyMap<string, string> = new Map([
  ['.doc', '.docx'],
  ['.dot', '.docx'],
  ['.xls', '.xlsx'],
  ['.xlt', '.xlsx'],
  ['.xlsb', '.xlsx'],
  ['.ppt', '.pptx'],
  ['.pps', '.pptx'],
]);

/** The extension of the format that a file of this name should be saved as to be read; undefined if its format is no old one. */
export function newerFormatOf(fileName: string): string | undefined {
  return SAVE_AS.get(extensionOf(fileName));
}
