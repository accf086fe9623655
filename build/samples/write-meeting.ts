import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { GARDEN_NAME, meeting } from './garden-texts.ts';

const FIXED_DATE = '2026-03-14T12:10:00Z';

/** Word files contain the time of writing in two places; a fixed time keeps the committed file unchanged. */
function fixDates(docx: Uint8Array): Uint8Array {
  const entries = Object.entries(unzipSync(docx)).map(([name, bytes]) => {
    if (name !== 'docProps/core.xml') return [name, bytes] as const;
    return [name, strToU8(strFromU8(bytes).replaceAll(/(<dcterms:\w+ [^>]*>)[^<]*/g, `$1${FIXED_DATE}`))] as const;
  });
  return zipSync(Object.fromEntries(entries), { mtime: FIXED_DATE, level: 9 });
}

/** The meeting's notes as a Word document. */
export async function writeMeeting(): Promise<Uint8Array> {
  const paragraphs = [
    new Paragraph({ text: meeting.title, heading: HeadingLevel.TITLE }),
    ...meeting.facts.map((text) => new Paragraph({ text })),
    ...meeting.sections.flatMap((section) => [
      new Paragraph({ text: section.title, heading: HeadingLevel.HEADING_2 }),
      ...section.paragraphs.map((text) => new Paragraph({ text })),
    ]),
  ];
  const document = new Document({ creator: GARDEN_NAME, title: meeting.title, sections: [{ children: paragraphs }] });
  return fixDates(new Uint8Array(await Packer.toArrayBuffer(document)));
}
