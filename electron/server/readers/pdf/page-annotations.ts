import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';
import { type StoredField, storedFields } from './stored-fields.ts';

/** Adds the values that only the file has, and on an only page the fields that nothing names. */
function withStored(annotations: readonly unknown[], stored: readonly StoredField[], isOnlyPage: boolean): unknown[] {
  if (stored.length === 0) return [...annotations];
  const byId = new Map(stored.map((field) => [field.id, field] as const));
  const known = annotations.map((annotation) => {
    const field = FieldSchema.safeParse(annotation).data;
    const own = field === undefined ? undefined : byId.get(field.id);
    if (field !== undefined) byId.delete(field.id);
    return own === undefined || (field?.fieldValue ?? '') !== '' ? annotation : { ...field, fieldValue: own.value };
  });
  if (!isOnlyPage) return known;
  const unnamed = [...byId.values()].map(({ name, value, rect }) => {
    return { subtype: 'Widget', fieldType: 'Tx', fieldName: name, fieldValue: value, rect };
  });
  return [...known, ...unnamed];
}

/** pdf.js gets the pages to leave out with each set of pages: at most this many sets, whatever the number of pages. */
const MOST_SETS = 500;

/** Gives the annotations of a page as pdf.js describes them. */
export type ReadAnnotations = (page: PDFPageProxy) => Promise<readonly unknown[]>;

const WithFieldsSchema = z.object({ info: z.object({ IsAcroFormPresent: z.literal(true) }) });
const WithUrlSchema = z.object({ url: z.string() });
const FieldSchema = z.looseObject({ id: z.string(), fieldType: z.literal('Tx'), fieldValue: z.string().nullish() });
const PlacedSchema = z.object({ pageIndex: z.int() });

/**
 * Reads annotations without reading the page's text a second time, as pdf.js does where there are links or highlights, to find out what lies under them. Only a
 * link that leads to an address needs that. Fields that no page names come only that way, too.
 */
export function openAnnotations(document: PDFDocumentProxy, readFile: () => Promise<string>): ReadAnnotations {
  let stored: Promise<readonly StoredField[]> | undefined;
  const count = document.numPages;
  const size = Math.ceil(count / MOST_SETS);
  let hasFields: Promise<boolean> | undefined;
  let known: { readonly first: number; readonly found: Promise<readonly unknown[] | undefined> } | undefined;

  async function lookForFields(): Promise<boolean> {
    try {
      return WithFieldsSchema.safeParse(await document.getMetadata()).success;
    } catch {
      // Damaged properties say nothing of fields.
      return true;
    }
  }

  /** Undefined if one of the pages is damaged. */
  async function readSet(first: number): Promise<readonly unknown[] | undefined> {
    const { AnnotationType } = await import('unpdf/pdfjs');
    const others = Array.from({ length: count }, (_, index) => index).filter((at) => at < first || at >= first + size);
    try {
      return await document.getAnnotationsByType(new Set(Object.values(AnnotationType)), new Set(others));
    } catch {
      return undefined;
    }
  }

  return async (page) => {
    hasFields ??= lookForFields();
    if (await hasFields) {
      stored ??= readFile().then(storedFields);
      return withStored(await page.getAnnotations(), await stored, count === 1);
    }
    const index = page.pageNumber - 1;
    const first = index - (index % size);
    if (known?.first !== first) known = { first, found: readSet(first) };
    const found = await known.found;
    const own = found?.filter((annotation) => PlacedSchema.safeParse(annotation).data?.pageIndex === index);
    const isEnough = own?.every((annotation) => !WithUrlSchema.safeParse(annotation).success);
    return own !== undefined && isEnough === true ? own : await page.getAnnotations();
  };
}
