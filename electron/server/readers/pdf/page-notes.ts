import { z } from 'zod';

/** A rectangle in the units of the page: left, bottom, right, top. */
export type PageRect = readonly [number, number, number, number];

/** What is written over a page: the value of a form field, or text that somebody has typed on it. */
export interface PageValue {
  readonly text: string;
  readonly rect: PageRect;
  /** What the form calls it, for values that nothing on the page names; undefined if the name says nothing. */
  readonly name: string | undefined;
  readonly isCheck: boolean;
}

/** What a page has besides its text. */
export interface PageNotes {
  readonly values: readonly PageValue[];
  /** Lines for the end of the page: comments, then the addresses of links whose text does not show them. */
  readonly remarks: readonly string[];
}

/** More links of a page are a directory of them, and not what it says. */
const MOST_LINKS = 100;
/** Longer addresses hold data rather than say where they lead. */
const LONGEST_URL = 500;
/** Bits of an annotation's flags (PDF 1.7, table 165): Hidden and NoView. */
const HIDDEN_FLAGS = 2 | 32;
/** Names that programs give, in the language of whoever made the form: "Text1", "Textfeld 2", "Check Box 3", "f1_02", "undefined_4". */
const GENERATED_NAME =
  /^(?:text|te[xs]t[eo]|tekst|text ?fi?eld|check ?box|button|group|radio|combo|list[ae]?|dropdown|fi?eld|champ|campo|veld|fält|felt|pole|untitled|undefined|[a-z]{0,2}\d*)[\s_.-]*\d*$/i;
/** The same of any word, which names a field that is written in ("Address2") more often than a box. */
const GENERATED_NAME_OF_CHECK = /^[\p{L}\s_.-]*\d+$/u;
/** Values of boxes that are checked, where the program has given none of its own. */
const CHECKED_VALUE = /^(?:yes|on|ja|oui|s[iíì]|sim|tak|да|是|true|x|checked)$/i;

const TextSchema = z.object({ str: z.string() }).optional().nullable();
const AnnotationSchema = z.object({
  subtype: z.string().nullish(),
  annotationFlags: z.number().nullish(),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
  contentsObj: TextSchema,
  titleObj: TextSchema,
  textContent: z.array(z.string()).nullish(),
  url: z.string().nullish(),
  overlaidText: z.string().nullish(),
  fieldType: z.string().nullish(),
  fieldName: z.string().nullish(),
  alternativeText: z.string().nullish(),
  fieldValue: z.union([z.string(), z.array(z.string())]).nullish(),
  options: z.array(z.object({ exportValue: z.string().nullish(), displayValue: z.string().nullish() })).nullish(),
  checkBox: z.boolean().nullish(),
  radioButton: z.boolean().nullish(),
  exportValue: z.string().nullish(),
  buttonValue: z.string().nullish(),
  password: z.boolean().nullish(),
});
type Annotation = z.infer<typeof AnnotationSchema>;

function shownOf(annotations: readonly unknown[]): Annotation[] {
  // Damaged ones have fields of other types.
  const known = annotations.flatMap((raw) => AnnotationSchema.safeParse(raw).data ?? []);
  return known.filter(({ annotationFlags }) => ((annotationFlags ?? 0) & HIDDEN_FLAGS) === 0);
}

/** Whether a page has form fields, filled in or not. */
export function hasFields(annotations: readonly unknown[]): boolean {
  return shownOf(annotations).some(({ subtype }) => subtype === 'Widget');
}

/** Form fields, typed text, comments and links of a page. */
export function readNotes(annotations: readonly unknown[]): PageNotes {
  const values: PageValue[] = [];
  const comments: string[] = [];
  const links = new Map<string, string>();
  for (const annotation of shownOf(annotations)) {
    if (annotation.subtype === 'Widget') addTo(values, fieldValue(annotation));
    else if (annotation.subtype === 'FreeText') addTo(values, typedText(annotation));
    else if (annotation.subtype === 'Link') addLink(links, annotation);
    else if (annotation.subtype !== 'Popup') addTo(comments, commentOf(annotation));
  }
  return {
    values,
    remarks: [...comments, ...[...links].map(([url, text]) => (text === '' ? url : `${text} (${url})`))],
  };
}

function addTo<Item>(list: Item[], item: Item | undefined): void {
  if (item !== undefined) list.push(item);
}

function cleanText(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
}

function nameOf({ alternativeText, fieldName }: Annotation): string | undefined {
  const described = cleanText(alternativeText);
  if (described !== '') return described;
  // "form1[0].page1[0].LastName[0]": the last part is the field's own.
  const own =
    cleanText(fieldName)
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  return own === '' || GENERATED_NAME.test(own) ? undefined : own;
}

/** What is chosen with a box: a radio button has the name of all its group, and a check box may share one with others. */
function optionOf(annotation: Annotation): string | undefined {
  const option = cleanText(annotation.radioButton === true ? annotation.buttonValue : annotation.exportValue);
  const isShared = annotation.radioButton === true || !(option === '' || CHECKED_VALUE.test(option));
  const name = isShared ? option : nameOf(annotation);
  return name === undefined || GENERATED_NAME.test(name) || GENERATED_NAME_OF_CHECK.test(name) ? undefined : name;
}

function fieldValue(annotation: Annotation): PageValue | undefined {
  const { rect, fieldType } = annotation;
  if (rect === null || rect === undefined) return undefined;
  if (fieldType === 'Btn') {
    return isChecked(annotation) ? { text: '[x]', rect, name: optionOf(annotation), isCheck: true } : undefined;
  }
  if ((fieldType !== 'Tx' && fieldType !== 'Ch') || annotation.password === true) return undefined;
  const text = cleanText(chosenTexts(annotation).join(', '));
  return text === '' ? undefined : { text, rect, name: nameOf(annotation), isCheck: false };
}

function isChecked({ checkBox, radioButton, fieldValue: value, exportValue, buttonValue }: Annotation): boolean {
  if (typeof value !== 'string' || value === '' || value === 'Off') return false;
  if (checkBox === true) return value === exportValue;
  return radioButton === true && value === buttonValue;
}

/** The value of a field, as its list of choices shows it. */
function chosenTexts({ fieldValue: value, options }: Annotation): string[] {
  const values = typeof value === 'string' ? [value] : (value ?? []);
  return values.map((chosen) => options?.find(({ exportValue }) => exportValue === chosen)?.displayValue ?? chosen);
}

function typedText({ rect, contentsObj, textContent }: Annotation): PageValue | undefined {
  const text = cleanText(contentsObj?.str) || cleanText(textContent?.join('\n'));
  return text === '' || rect === null || rect === undefined
    ? undefined
    : { text, rect, name: undefined, isCheck: false };
}

function commentOf({ contentsObj, titleObj }: Annotation): string | undefined {
  const text = cleanText(contentsObj?.str);
  const author = cleanText(titleObj?.str);
  if (text === '') return undefined;
  return author === '' ? `Comment: ${text}` : `Comment by ${author}: ${text}`;
}

/** The parts of an address that its text need not show. */
function bareUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/, '')
    .replace(/[\s/]+/g, '');
}

function addLink(links: Map<string, string>, { url, overlaidText }: Annotation): void {
  if (!url || url.length > LONGEST_URL || !/^(?:https?|mailto):/i.test(url)) return;
  const text = cleanText(overlaidText).replace(/\s+/g, ' ');
  if (bareUrl(text).includes(bareUrl(url))) return;
  // A link that goes over the end of a line comes in parts.
  const before = links.get(url);
  if (before === undefined && links.size >= MOST_LINKS) return;
  const parts = before === undefined || before.includes(text) ? (before ?? text) : `${before} ${text}`;
  links.set(url, parts.trim());
}
