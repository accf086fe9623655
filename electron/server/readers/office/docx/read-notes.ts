import { type OfficePackage, prefixed, readXml } from '../office-xml.ts';
import { BlockList, lineOf } from './blocks.ts';
import type { WordContext } from './word-context.ts';
import { WordReader } from './word-reader.ts';

/**
 * Adds the notes of a part to `notes`, each on one line.
 * @throws UserError FILE_CORRUPT
 */
export async function readNotes(
  office: OfficePackage,
  part: string | undefined,
  kind: 'footnote' | 'endnote' | 'comment',
  context: WordContext & { readonly notes: Map<string, string> },
): Promise<void> {
  if (part === undefined || !office.archive.names.has(part)) return;
  let key = '';
  let author = '';
  let list = new BlockList();
  let reader = new WordReader(context, list);
  await readXml(office, part, {
    onOpen(element, attributes) {
      if (element !== kind) {
        reader.onOpen(element, attributes);
        return;
      }
      // The separator lines above notes are stored as notes too, with other types.
      const type = prefixed(attributes, 'type') ?? 'normal';
      key = type === 'normal' ? `${kind}:${prefixed(attributes, 'id')}` : '';
      // Only comments have one.
      author = prefixed(attributes, 'author') ?? '';
      list = new BlockList();
      reader = new WordReader(context, list);
    },
    onClose(element) {
      if (element !== kind) {
        reader.onClose(element);
        return;
      }
      reader.end();
      if (key !== '') context.notes.set(key, `${author === '' ? '' : `${author}: `}${lineOf(list.blocks)}`);
    },
    onText: (text) => reader.onText(text),
  });
}
