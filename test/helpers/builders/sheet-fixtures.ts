import { makeZip } from './office-fixtures.ts';

const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

function relation(type: string, target: string): string {
  return `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

function contentTypes(main: string, part: string, kinds: readonly string[]): string {
  const base = 'application/vnd.openxmlformats-officedocument';
  return `${XML}<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${main}" ContentType="${base}.${kinds[0]}+xml"/><Override PartName="${part}" ContentType="${base}.${kinds[1]}+xml"/></Types>`;
}

/** A workbook with one sheet of two rows. */
export function makeXlsx(): Uint8Array {
  const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const kinds = ['spreadsheetml.sheet.main', 'spreadsheetml.worksheet'] as const;
  return makeZip({
    '[Content_Types].xml': contentTypes('/xl/workbook.xml', '/xl/worksheets/sheet1.xml', kinds),
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${sheet}" xmlns:r="${OFFICE}"><sheets><sheet name="Birds" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${sheet}"><sheetData><row r="1">${cell('A1', 'bird')}${cell('B1', 'place')}</row><row r="2">${cell('A2', 'heron')}${cell('B2', 'reeds')}</row></sheetData></worksheet>`,
  });
}

/** A presentation with one slide of one text. */
export function makePptx(): Uint8Array {
  const p = 'http://schemas.openxmlformats.org/presentationml/2006/main';
  const a = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const kinds = ['presentationml.presentation.main', 'presentationml.slide'] as const;
  const text = '<p:txBody><a:bodyPr/><a:p><a:r><a:t>The heron stands in the reeds.</a:t></a:r></a:p></p:txBody>';
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>${text}</p:sp>`;
  const tree = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape}`;
  return makeZip({
    '[Content_Types].xml': contentTypes('/ppt/presentation.xml', '/ppt/slides/slide1.xml', kinds),
    '_rels/.rels': relation('officeDocument', 'ppt/presentation.xml'),
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="${p}" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relation('slide', 'slides/slide1.xml'),
    'ppt/slides/slide1.xml': `${XML}<p:sld xmlns:p="${p}" xmlns:a="${a}"><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
  });
}
