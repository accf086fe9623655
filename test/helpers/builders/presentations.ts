import PptxGenJS from 'pptxgenjs';
import { makeZip } from './office-fixtures.ts';

/** A presentation that a function fills. */
export async function makePresentation(fill: (presentation: PptxGenJS) => void): Promise<Uint8Array> {
  const presentation = new PptxGenJS();
  fill(presentation);
  const content = await presentation.write({ outputType: 'nodebuffer' });
  if (!(content instanceof Uint8Array)) throw new Error('The presentation was not written as bytes');
  return new Uint8Array(content);
}

const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const XMLNS = `xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${R}" xmlns:mc="${MC}"`;

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const entries = list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}

/** The XML of a text box, or of a placeholder of a type. Each text is a paragraph. */
export function shapeXml(paragraphs: readonly string[], placeholder?: string): string {
  const ph = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`;
  const body = paragraphs.map((text) => `<a:p><a:r><a:rPr lang="en"/><a:t>${text}</a:t></a:r></a:p>`).join('');
  return `<p:sp><p:nvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${body}</p:txBody></p:sp>`;
}

export interface RawSlide {
  /** Of the shapes. */
  readonly xml: string;
  /** The relationships of the slide: id, type, part. */
  readonly relations?: readonly (readonly [id: string, type: string, target: string])[];
}

/** A presentation of slides given as XML; the archive stores them in reverse order. `parts` are added unchanged. */
export function makeRawPresentation(slides: readonly RawSlide[], parts: Record<string, string> = {}): Uint8Array {
  const names = slides.map((_, index) => `slides/slide${slides.length - index}.xml`);
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${XMLNS}><p:sldIdLst>${names
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      names.map((name, index) => [`rId${index}`, 'slide', name] as const).toReversed(),
    ),
    ...parts,
  };
  for (const [index, { xml, relations: list = [] }] of slides.entries()) {
    const name = names[index] ?? '';
    files[`ppt/${name}`] = `<p:sld ${XMLNS}><p:cSld><p:spTree>${xml}</p:spTree></p:cSld></p:sld>`;
    files[`ppt/slides/_rels/${name.slice('slides/'.length)}.rels`] = relations(list);
  }
  return makeZip(files);
}
