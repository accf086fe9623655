import { extensionOf } from './accepts-file.ts';

/** A kind of file that no loader reads by itself. */
export interface UnreadKind {
  /** As a phrase: "a picture". */
  readonly kind: string;
  /** The one thing to do, as a clause: "open it in Word and save it as .docx". */
  readonly remedy: string;
  /** The supported extension that the file's own program can save, if there is one. */
  readonly saveAs?: string;
}

interface Row extends UnreadKind {
  /** Extensions without the dot, separated by spaces; those that files are recognised by, too. */
  readonly extensions: string;
}

function saved(extensions: string, kind: string, program: string, saveAs: string): Row {
  return { extensions, kind, remedy: `open it in ${program} and save it as ${saveAs}`, saveAs };
}

const WITHOUT_TEXT = 'leave it out';

const ROWS: readonly Row[] = [
  saved('doc dot', 'a Word document of before 2007', 'its program', '.docx'),
  saved('xls xlt', 'an Excel workbook of before 2007', 'its program', '.xlsx'),
  saved('xlsb', 'a binary Excel workbook', 'its program', '.xlsx'),
  saved('ppt pps pot', 'a PowerPoint presentation of before 2007', 'its program', '.pptx'),
  saved('pages', 'a document of Apple Pages', 'Pages', '.docx'),
  saved('numbers', 'a spreadsheet of Apple Numbers', 'Numbers', '.xlsx'),
  saved('key', 'a presentation of Apple Keynote', 'Keynote', '.pptx'),
  saved('wpd wps sxw hwp hwpx', 'a document of another word processor', 'its program', '.docx'),
  saved('one', 'a OneNote section', 'OneNote', '.docx'),
  saved('pub vsd vsdx indd ai xps oxps', 'a page layout', 'its program', '.pdf'),
  saved('odg otg', 'an OpenDocument drawing', 'its program', '.pdf'),
  saved('parquet avro arrow feather orc rda rdata sav dta', 'a binary table', 'its program', '.csv'),
  saved('mdb accdb dbf', 'a database', 'its program', '.csv'),
  {
    extensions: 'pst ost olm',
    kind: 'a mailbox of Outlook',
    remedy: 'open it in Outlook and save its mails as .msg, or export them as .mbox',
    saveAs: '.mbox',
  },
  {
    extensions: 'cfb',
    kind: 'a document of an old program, of Office before 2007 for example',
    remedy: 'open it in its program and save it in a newer format',
  },
  {
    extensions: 'jpg jpeg png webp bmp tif tiff',
    kind: 'a picture',
    remedy: 'switch on "Recognise text in scans" in File Loader',
  },
  {
    extensions:
      'jpe apng gif heic heif avif ico cur psd jp2 jpm jpx jxl jxr xcf icns cr2 cr3 nef dng arw raf rw2 orf wmf emf',
    kind: 'a picture',
    remedy: 'save it as .png or .jpg and switch on "Recognise text in scans" in File Loader',
  },
  {
    extensions: 'mobi azw azw3 kfx prc lit',
    kind: 'an e-book of another kind than EPUB or FB2',
    remedy: 'convert it to .epub, with Calibre for example',
    saveAs: '.epub',
  },
  {
    extensions: 'djvu djv ps eps chm',
    kind: 'a document of a kind that is not read',
    remedy: 'convert it to .pdf',
    saveAs: '.pdf',
  },
  {
    extensions: 'mp3 wav m4a m4b flac ogg oga opus aac aif aiff wma amr mid mp2 wv ape caf ac3 spx',
    kind: 'a sound recording',
    remedy: 'give a transcript of it, as .txt, .vtt or .srt',
  },
  {
    extensions: 'mp4 m4v mov avi mkv webm wmv mpg mpeg flv 3gp 3g2 ogv asf mxf',
    kind: 'a video',
    remedy: 'give its subtitles, as .vtt or .srt',
  },
  {
    extensions: '7z rar tar gz tgz tar.gz bz2 xz zst lz lz4 lzh z cab arj ace ar cpio deb rpm iso dmg',
    kind: 'an archive of another kind than ZIP',
    remedy: 'unpack it and give its files, or a .zip of them',
    saveAs: '.zip',
  },
  {
    extensions: 'sqlite sqlite3 db',
    kind: 'a database',
    remedy: 'read it with the SQL Database node',
  },
  {
    extensions: 'exe dll so dylib elf macho msi apk jar class wasm nes pyc o obj lib sys com bin dat lnk',
    kind: 'a program or its data',
    remedy: WITHOUT_TEXT,
  },
  { extensions: 'ttf otf ttc woff woff2 eot', kind: 'a font', remedy: WITHOUT_TEXT },
  {
    extensions: 'dwg skp blend stl fbx 3mf glb shp',
    kind: 'a drawing or model',
    remedy: 'save what is written in it as .pdf',
  },
];

/** All kinds that are not read, with their extensions: for docs/nodes.md. */
export const unreadKinds: readonly (UnreadKind & { readonly extensions: readonly string[] })[] = ROWS.map(
  ({ extensions, ...kind }) => ({ ...kind, extensions: extensions.split(' ').map((extension) => `.${extension}`) }),
);

const KINDS: ReadonlyMap<string, UnreadKind> = new Map(
  unreadKinds.flatMap(({ extensions, ...kind }) => extensions.map((extension) => [extension, kind] as const)),
);

/** What files with this name or extension are, if it is a kind that is not read; undefined for any other name. */
export function unreadKindOf(fileName: string): UnreadKind | undefined {
  return KINDS.get(fileName.startsWith('.') ? fileName.toLowerCase() : extensionOf(fileName));
}

/** The same, if the file can be saved as one of these extensions: where no loader looks into files of other names, nothing else would help. */
export function savableKindOf(fileName: string, accepted: readonly string[]): UnreadKind | undefined {
  const unread = unreadKindOf(fileName);
  return unread?.saveAs !== undefined && accepted.includes(unread.saveAs) ? unread : undefined;
}
