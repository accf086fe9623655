import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileTooLarge } from '../errors/file-errors.ts';
import { type OfficePackage, streamPrefixedXml, withProgress, type XmlAttributes } from '../office/office-xml.ts';
import { type SlideText, slideDocuments } from '../office/pptx/read-slides.ts';
import { createBlockWriter } from '../text/block-writer.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';
import { createOdtHandler } from './odt-text.ts';
import { ODF_CONTENT, ODF_PRESENTATION, openOdf } from './open-odf.ts';

/** The most characters of a slide. */
const MAX_SLIDE_UNITS = 16 * 1024 * 1024;

/** Streams the slides of an OpenDocument presentation in order. @throws UserError FILE_CORRUPT, FILE_TOO_LARGE */
async function* readOdpSlides(office: OfficePackage): AsyncGenerator<SlideText> {
  const reader = new SlideReader(office.file);
  for await (const _ of streamPrefixedXml(office, ODF_CONTENT, reader)) yield* reader.take();
}

/** Shapes with a special role: titles come first, and text that repeats on every slide is left out. */
const PURPOSES: ReadonlyMap<string, 'title' | 'furniture'> = new Map([
  ['title', 'title'],
  ...['date-time', 'footer', 'header', 'page-number'].map((name) => [name, 'furniture'] as const),
]);

interface OpenSlide {
  readonly isHidden: boolean;
  readonly titles: string[];
  readonly shapes: string[];
  readonly notes: string[];
  isInNotes: boolean;
}

class SlideReader implements XmlHandler {
  readonly #file: SourceFile;
  readonly #writer = createBlockWriter();
  readonly #inner = createOdtHandler(this.#writer, { isTight: true });
  #slides: SlideText[] = [];
  #count = 0;
  #style = '';
  readonly #hiddenStyles = new Set<string>();
  #slide: OpenSlide | undefined;
  /** The current shape with a role, and its number of open elements. */
  #shape: { readonly purpose: 'title' | 'furniture'; depth: number } | undefined;
  /** The text written since the last shape with a role. */
  #text = '';

  constructor(file: SourceFile) {
    this.#file = file;
  }

  /** The completed slides. */
  take(): readonly SlideText[] {
    this.#collect();
    const slides = this.#slides;
    this.#slides = [];
    return slides;
  }

  onOpen(name: string, attributes: XmlAttributes): void {
    this.#openShape(attributes['presentation:class'] ?? '');
    if (this.#shape?.purpose === 'furniture') return;
    if (name === 'draw:page') this.#startSlide(attributes);
    else if (name === 'presentation:notes') this.#switchTo({ notes: true });
    else {
      if (name === 'style:style') this.#style = attributes['style:name'] ?? '';
      const isHidden = attributes['presentation:visibility'] === 'hidden';
      if (name === 'style:drawing-page-properties' && isHidden) this.#hiddenStyles.add(this.#style);
      if (name.startsWith('draw:')) this.#writer.endParagraph();
      this.#inner.onOpen(name, attributes);
    }
  }

  onClose(name: string): void {
    if (this.#shape?.purpose !== 'furniture') {
      if (name === 'draw:page') this.#endSlide();
      else if (name === 'presentation:notes') this.#switchTo({ notes: false });
      else this.#inner.onClose(name);
    }
    this.#closeShape();
  }

  onText(text: string): void {
    if (this.#slide !== undefined && this.#shape?.purpose !== 'furniture') this.#inner.onText(text);
  }

  #openShape(shapeClass: string): void {
    if (this.#shape !== undefined) {
      this.#shape.depth += 1;
      return;
    }
    const purpose = PURPOSES.get(shapeClass);
    if (purpose === undefined) return;
    this.#endShapes();
    this.#shape = { purpose, depth: 1 };
  }

  #closeShape(): void {
    if (this.#shape === undefined) return;
    this.#shape.depth -= 1;
    if (this.#shape.depth > 0) return;
    if (this.#shape.purpose === 'title') this.#slide?.titles.push(this.#takeText());
    this.#shape = undefined;
  }

  #startSlide(attributes: XmlAttributes): void {
    this.#endSlide();
    this.#takeText();
    const isHidden = this.#hiddenStyles.has(attributes['draw:style-name'] ?? '');
    this.#slide = { isHidden, titles: [], shapes: [], notes: [], isInNotes: false };
  }

  #switchTo({ notes }: { notes: boolean }): void {
    this.#endShapes();
    if (this.#slide !== undefined) this.#slide.isInNotes = notes;
  }

  #endShapes(): void {
    if (this.#slide === undefined) return;
    const { isInNotes, notes, shapes } = this.#slide;
    (isInNotes ? notes : shapes).push(this.#takeText());
  }

  #endSlide(): void {
    if (this.#slide === undefined) return;
    this.#endShapes();
    const { isHidden, titles, shapes, notes } = this.#slide;
    this.#slide = undefined;
    this.#count += 1;
    this.#slides.push({
      number: this.#count,
      isHidden,
      text: joinTexts([...titles, ...shapes]),
      notes: joinTexts(notes),
    });
  }

  #takeText(): string {
    this.#collect();
    const text = this.#text.trim();
    this.#text = '';
    return text;
  }

  #collect(): void {
    this.#text += this.#writer.take();
    if (this.#text.length <= MAX_SLIDE_UNITS) return;
    const limit = `${MAX_SLIDE_UNITS / 1024 ** 2} MB of text`;
    throw fileTooLarge(this.#file, `its slide ${this.#count + 1} has more than ${limit}`);
  }
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** The slides of an OpenDocument presentation in order, hidden ones included: one document per slide, with the speaker's notes at the end. */
export async function* readOdp(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<LoadedDocument> {
  const office = await openOdf(file, ODF_PRESENTATION, signal);
  try {
    yield* slideDocuments(readOdpSlides(withProgress(office, [ODF_CONTENT], onRead)), file);
    onRead(file.sizeBytes);
  } finally {
    office.archive.close();
  }
}
