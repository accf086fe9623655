/** A handler for the parts of an XML text. Names come as written, with their prefix. */
export interface XmlHandler {
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void;
  onClose(name: string): void;
  onText(text: string): void;
}

/** Reads XML in pieces of any length. Both functions throw {@link XmlError}. */
export interface XmlReader {
  write(xml: string): void;
  end(): void;
}

/** The text is not well-formed XML. */
export class XmlError extends Error {}

/** The most nested elements, more than anyone writes; each is kept until it ends. */
const MAX_DEPTH = 10_000;

/** XML errors that are ignored, because the text is still complete. */
const HARMLESS = [
  'undefined entity.',
  'disallowed character.',
  'malformed character entity.',
  'text data outside of root node.',
  'documents may contain only one root.',
];

/** Makes a reader for one XML text. Entities that the text defines are never expanded: they stay as written. */
export async function createXmlReader(handler: Partial<XmlHandler>): Promise<XmlReader> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let hasStarted = false;
  parser.on('error', (error) => {
    if (!HARMLESS.includes(error.message)) throw new XmlError(error.message, { cause: error });
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new XmlError(`more than ${MAX_DEPTH} elements inside each other`);
    handler.onOpen?.(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.onClose?.(name);
  });
  parser.on('text', (text) => handler.onText?.(text));
  parser.on('cdata', (text) => handler.onText?.(text));
  return {
    write(xml) {
      // An empty line before the XML declaration is a common error.
      const text = hasStarted ? xml : xml.trimStart();
      hasStarted ||= text !== '';
      parser.write(text);
    },
    end: () => void parser.close(),
  };
}
