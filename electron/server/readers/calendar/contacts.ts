import { isUtf8 } from 'node:buffer';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { unquote } from '../email/mend-encodings.ts';
import { fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek } from '../text/text-reader.ts';
import { decodeText, guessFrom } from '../text/true-encoding.ts';
import { type Property, partsOf, readProperties, textOf } from './content-lines.ts';

const HEAD_UNITS = 1024;

/** Properties that are read, in the order of the lines. */
const LINES: readonly (readonly [property: string, label: string])[] = [
  ['NICKNAME', 'Nickname'],
  ['ORG', 'Organization'],
  ['TITLE', 'Title'],
  ['ROLE', 'Role'],
  ['TEL', 'Phone'],
  ['EMAIL', 'Email'],
  ['IMPP', 'Chat'],
  ['ADR', 'Address'],
  ['URL', 'Link'],
  ['BDAY', 'Birthday'],
  ['ANNIVERSARY', 'Anniversary'],
  ['RELATED', 'Related'],
  ['CATEGORIES', 'Categories'],
  ['NOTE', 'Note'],
];

/** Types that say nothing to people. */
const DULL = new Set(['pref', 'internet', 'voice', 'x-internet']);

/**
 * The contacts of a vCard file (versions 2.1 to 4.0), each a document of "Phone (home): …" lines.
 * @throws UserError as {@link openText}; UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT
 */
export async function* readContacts(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const wanted = 'a contact (.vcf)';
  const { start, pieces } = await peek(await openText(file, wanted, context), HEAD_UNITS);
  if (!/^\s*BEGIN:VCARD/i.test(start)) throw wrongContent(file, wanted, 'a text file');
  let card: Property[] = [];
  let hasCard = false;
  for await (const property of readProperties(pieces)) {
    const { name, value } = property;
    if (name !== 'END' || value.trim().toUpperCase() !== 'VCARD') {
      card.push(property);
      continue;
    }
    const text = describeCard(await decoded(card));
    card = [];
    hasCard ||= text !== '';
    if (text !== '') yield { text, metadata: {} };
  }
  if (!hasCard) throw fileHasNoText(file, 'it holds no contacts', 'export the contacts again');
}

function describeCard(card: readonly Property[]): string {
  const valuesOf = (name: string) => card.filter((property) => property.name === name);
  const name = nameOf(valuesOf('FN')[0], valuesOf('N')[0]);
  const lines = name === '' ? [] : [`Contact: ${name}`];
  for (const [property, label] of LINES) {
    for (const one of valuesOf(property)) {
      const value = writeValue(one);
      const types = typesOf(one);
      if (value !== '') lines.push(`${label}${types === '' ? '' : ` (${types})`}: ${value}`);
    }
  }
  return lines.join('\n');
}

/** As it is shown; else put together from family name, given name, further names, and what stands before and behind them. */
function nameOf(shown: Property | undefined, parts: Property | undefined): string {
  const whole = shown === undefined ? '' : textOf(shown);
  if (whole !== '' || parts === undefined) return whole;
  const [family, given, further, before, behind] = parts.value.split(/(?<!\\);/).map((value) => textOf({ value }));
  return [before, given, further, family, behind].filter((part) => part !== undefined && part !== '').join(' ');
}

function writeValue(property: Property): string {
  const { name, value } = property;
  if (name === 'ORG' || name === 'ADR') return partsOf(property, ';').join(', ').replaceAll('\n', ', ');
  if (name === 'CATEGORIES' || name === 'NICKNAME') return partsOf(property, ',').join(', ');
  if (name === 'TEL' || name === 'EMAIL') return value.trim().replace(/^(?:tel|mailto):/i, '');
  return textOf(property);
}

function typesOf({ params }: Property): string {
  const types = (params.get('TYPE') ?? '').toLowerCase().split(',');
  return types.filter((type) => /^[a-z-]+$/.test(type) && !DULL.has(type)).join(', ');
}

/** Version 2.1 codes letters beyond ASCII as =C3=BC, in an encoding that it names, or should. */
async function decoded(card: readonly Property[]): Promise<Property[]> {
  const isCoded = ({ params }: Property) => [...params.values()].some((param) => /\bquoted-printable\b/i.test(param));
  const coded = new Map(
    card.filter(isCoded).map((property) => [property, Buffer.from(unquote(property.value), 'latin1')]),
  );
  // What one name is in shows best in all texts of the contact together.
  const odd = [...coded.values()].filter((bytes) => !isUtf8(bytes));
  const all: Property[] = [];
  for (const property of card) {
    const bytes = coded.get(property);
    const charset = property.params.get('CHARSET');
    const text = bytes === undefined ? property.value : await decodeText(bytes, charset, () => guessFrom(odd));
    // Coded lines break as text does; the parts of a value stay parted.
    all.push(bytes === undefined ? property : { ...property, value: text.replaceAll(/\r?\n/g, String.raw`\n`) });
  }
  return all;
}
