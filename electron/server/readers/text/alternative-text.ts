/** What programs add to the descriptions that they make. */
const MADE_BY_PROGRAM =
  /\s*(?:description automatically generated|automatisch generierte beschreibung|ai-generated content may be incorrect\.?)(?: with \w+ confidence)?\s*/giu;

/** A file name or an address in the place of a description. */
const FILE_NAME = /^(?:https?:\/\/|file:|[a-z]:\\)|\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$/iu;

/** Words for any picture, and for ornaments. */
const SAYS_NOTHING =
  /^(?:(?:the )?(?:front |book )?cover(?: image| page| art)?|image|img|picture|photo|figure|logo|icon|spacer|bullet|separator|ornament|decoration)\.?$/iu;

/** The description of a picture, on one line; "" for one that says nothing: a file name, say. */
export function shownAlternative(written: string): string {
  const text = written.replace(MADE_BY_PROGRAM, ' ').replace(/\s+/g, ' ').trim();
  return FILE_NAME.test(text) || SAYS_NOTHING.test(text) ? '' : text;
}
