import type { NodeUpload } from '../../shared/nodes/define-node.ts';
import { ownFormats, pickedLoaders } from '../../shared/nodes/documentloaders/file-loader.ts';
import { pictureExtensions, picturesRead } from '../../shared/nodes/documentloaders/scans.ts';
import { unreadKinds } from '../../shared/nodes/unread-kinds.ts';

/** A longer list is cut: the extensions stand at the node. */
const MOST_EXTENSIONS = 12;

const INTRODUCTION = `## How each format is read

File Loader, Folder with Files, Github, S3 Directory and the web loaders read files in the same way: the extension picks the reader, which checks the content; a file
with another extension is recognised by its content. Some things are the same in them:

- **Powers and indexes** are marked, since 10-6 and 10⁻⁶ are not the same: \`10^-6\`, \`x^(n+1)\`, \`v_max\`. Formulas stay as everybody types them (H2O), and so do
  ordinals and the marks of notes. In PDF files and OpenDocument spreadsheets they are not told from other letters.
- **Equations** of Word, PowerPoint, OpenDocument texts, e-books and web pages are a line of text: \`(a+b)/c\`, \`x_i^2\`, \`sqrt(x)\`, \`[a, b; c, d]\`. **Pictures** in them are
  told by their descriptions: \`![A heron in the reeds]\`.
- **All scripts** are read and split into sentences. The search by words finds Chinese, Japanese and Thai, which write without spaces, Korean, and the other forms of words in English,
  Russian, Ukrainian, Arabic, Greek, Hindi, Tamil and Armenian; in other languages of Latin letters it finds parts of words too (“Kaution” in “Mietkaution”).
- **The encoding** of a text is found by its mark, its declaration or its letters: UTF-8, UTF-16 and UTF-32; those of Windows, of DOS (CP437, CP850) and of old
  Macintosh computers (Mac Roman); Shift-JIS, EUC-JP, ISO-2022-JP, GB18030, Big5, EUC-KR and Cyrillic ones.
- **Files in files**, of archives and mails, are read three levels deep. What is left out is told by the run, with what it is; so is the row that was taken for a header.
- **Damaged and protected files** are refused by name, with what to do. Large ones are read piece by piece, so that memory does not depend on their size (mails may have 64 MB,
  LaTeX sources 16 MB).`;

const UNREAD = `### Files that are not read

They are refused with what they are and the one thing to do. Among other files, in a folder or an archive, they are left out and named.`;

/** Text for a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function codes(extensions: readonly string[]): string {
  const shown = extensions.slice(0, MOST_EXTENSIONS).map((extension) => `\`${extension}\``);
  return [...shown, ...(extensions.length > shown.length ? ['and others'] : [])].join(' ');
}

function rowOf({ extensions, reads = '' }: Pick<NodeUpload, 'extensions' | 'reads'>): string {
  return `| ${codes(extensions)} | ${cell(reads)} |`;
}

/** The section of formats, as Markdown: how each is read, and which are not. */
export function describeFormats(): string {
  const own = new Set<string>(ownFormats.flatMap(({ extensions }) => extensions));
  const loaders = pickedLoaders
    .flatMap(({ upload }) => upload ?? [])
    .map((upload) => ({ ...upload, extensions: upload.extensions.filter((extension) => !own.has(extension)) }));
  const pictures = { extensions: pictureExtensions, reads: picturesRead };
  const rows = [...loaders, ...ownFormats, pictures].map(rowOf);
  const unread = unreadKinds.map(
    ({ extensions, kind, remedy }) => `| ${codes(extensions)} | ${cell(kind)} | ${cell(remedy)} |`,
  );
  return [
    INTRODUCTION,
    ['| files | how |', '|---|---|', ...rows].join('\n'),
    UNREAD,
    ['| files | what they are | what to do |', '|---|---|---|', ...unread].join('\n'),
  ].join('\n\n');
}
