import {
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFForm,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  StandardFonts,
} from 'pdf-lib';

const PAGE = { width: 595, height: 842 };

/** A text on a page, 12 points high: [text, from the left, from the bottom]. */
export type PlacedText = readonly [text: string, x: number, y: number];

/** A PDF with these texts on its pages, and what `draw` puts on the first or the others. */
export async function makeDrawnPdf(
  pages: readonly (readonly PlacedText[])[],
  draw: (first: PDFPage, pdf: PDFDocument, pages: readonly PDFPage[]) => Promise<void> | void = () => undefined,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const made = pages.map((texts) => {
    const page = pdf.addPage([PAGE.width, PAGE.height]);
    for (const [text, x, y] of texts) page.drawText(text, { x, y, size: 12, font });
    return page;
  });
  const [first] = made;
  if (first !== undefined) await draw(first, pdf, made);
  return pdf.save();
}

type AnnotationFields = Readonly<Record<string, PDFObject | number | number[]>>;

/** Puts an annotation on a page, as other programs than forms write them. */
export function annotate(page: PDFPage, subtype: string, fields: AnnotationFields): void {
  const { context } = page.doc;
  const annotation = context.obj({ Type: 'Annot', Subtype: subtype, ...fields });
  page.node.addAnnot(context.register(annotation));
}

/** A text of an annotation. */
export function pdfText(text: string): PDFHexString {
  return PDFHexString.fromText(text);
}

/** A PDF as LiveCycle Designer makes it: its only page has a text that asks for another program, and the form is in its XFA part. */
export async function makeXfaForm(
  text = 'Please wait... If this message is not eventually replaced',
  addFields: (form: PDFForm, page: PDFPage) => void = () => undefined,
): Promise<Uint8Array> {
  const bytes = await makeDrawnPdf([[[text, 50, 700]]], (page, pdf) => addFields(pdf.getForm(), page));
  // What has written the fields would take the XFA part out again.
  const pdf = await PDFDocument.load(bytes);
  const xfa = pdf.context.register(pdf.context.flateStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'));
  const form = pdf.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  form.set(PDFName.of('XFA'), pdf.context.obj([pdfText('template'), xfa]));
  pdf.catalog.set(PDFName.of('NeedsRendering'), pdf.context.obj(true));
  return pdf.save();
}

/** Leaves a branch of pages without pages in the place of a page, when all are drawn. */
export async function damagePage({ doc, node }: PDFPage, index: number): Promise<void> {
  await doc.flush();
  const kids = node.Parent()?.lookup(PDFName.of('Kids'), PDFArray);
  kids?.set(index, doc.context.obj({ Type: 'Pages', Kids: 17, Count: 1 }));
}
