/** What programs add to the descriptions that they make or convert. */
const OF_PROGRAMS =
  /^\s*(?:description|beschreibung): |\s*(?:description automatically generated|automatisch generierte beschreibung|ai-generated content may be incorrect\.?)(?: with \w+ confidence)?\s*/giu;

/** A file name or an address in the place of a description. */
const FILE_NAME = /^(?:https?:\/\/|file:|[a-z]:\\)|\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$/iu;

/** Words for any picture, and for ornaments; in the languages of the window. */
const SAYS_NOTHING =
  /^(?:(?:the )?(?:front |book )?cover(?: image| page| art)?|image|img|picture|photo|figure|graphic|object|formula|logo|icon|spacer|bullet|separator|ornament|decoration|bild|grafik|abbildung|foto|objekt|formel|图片|图像)?\s*\d*\.?$/iu;

/** The first description of a picture that says something, on one line; "" if none does: file names, say. */
export function shownAlternative(...written: readonly (string | undefined)[]): string {
  const texts = written.map((text = '') => text.replace(OF_PROGRAMS, ' ').replace(/\s+/g, ' ').trim());
  return texts.find((text) => !FILE_NAME.test(text) && !SAYS_NOTHING.test(text)) ?? '';
}
