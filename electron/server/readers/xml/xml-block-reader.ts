import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import { createXmlReader, type XmlHandler } from './xml-reader.ts';

/** Makes a reader of XML whose handler writes blocks of text. Its functions throw XmlError. */
export async function createXmlBlockReader(handlerOf: (writer: BlockWriter) => XmlHandler): Promise<TextReader> {
  const writer = createBlockWriter();
  const xml = await createXmlReader(handlerOf(writer));
  return {
    write(piece) {
      xml.write(piece);
      return writer.take();
    },
    end() {
      xml.end();
      return writer.end();
    },
  };
}
