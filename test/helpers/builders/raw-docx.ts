import { makeZip } from './office-fixtures.ts';

/** A part that is stored as it is; its name is the id of the relationship to it. */
export interface LinkedPart {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** A document whose body is given as XML, with other parts. */
export function rawDocx(
  body: string,
  parts: Record<string, string> = {},
  linked: Record<string, LinkedPart> = {},
): Uint8Array {
  const xmlns = 'xmlns:r="r" xmlns:w="w" xmlns:mc="mc" xmlns:v="v" xmlns:m="m" xmlns:wps="wps" xmlns:wp="wp"';
  // "header2" is one more header.
  const types = Object.keys(parts).map((name, index) => {
    return `<Relationship Id="rId${index}" Type="http://x/${name.replace(/\d/, '')}" Target="${name}.xml"/>`;
  });
  for (const [name, { type }] of Object.entries(linked)) {
    types.push(`<Relationship Id="${name}" Type="http://x/${type}" Target="${name}"/>`);
  }
  const wrapped = Object.entries(parts).map(([name, xml]) => [
    `word/${name}.xml`,
    `<w:${name} ${xmlns}>${xml}</w:${name}>`,
  ]);
  return makeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document ${xmlns}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships>${types.join('')}</Relationships>`,
    ...Object.fromEntries(wrapped),
    ...Object.fromEntries(Object.entries(linked).map(([name, { content }]) => [`word/${name}`, content])),
  });
}

/** A paragraph, with its settings. */
export const p = (content: string, settings = '') => `<w:p><w:pPr>${settings}</w:pPr>${content}</w:p>`;
/** A run of text, with its settings. */
export const r = (text: string, settings = '') =>
  `<w:r><w:rPr>${settings}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
