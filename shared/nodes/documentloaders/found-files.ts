import { booleanParam, choiceParam, textParam } from '../params.ts';
import { SOME_TEXT } from '../text-rules.ts';
import { attachmentsParam } from './attachments.ts';
import { commentsParam, headersParam } from './common.ts';
import { scanParams } from './scans.ts';

/** Params of every loader that finds and reads many files. */
export const foundFilesParams = {
  include: textParam({
    title: 'Only files like',
    help: 'Patterns, separated by commas: *.md for a kind of file, docs/** for a folder. Case does not matter.',
    default: '**/*',
    rule: SOME_TEXT,
    placeholder: '*.md, docs/**/*.pdf',
  }),
  skipErrors: booleanParam({
    title: 'Skip files that fail',
    help: 'Files that are damaged, protected by a password or impossible to open are left out and counted. Off: the first such file ends the run.',
    default: false,
    advanced: true,
  }),
};

/** Files to leave out; Flowise has no param for this. */
export const excludeParam = textParam({
  title: 'Not files like',
  help: 'Patterns of files and folders that are not read, separated by commas.',
  placeholder: 'drafts, *.tmp',
  advanced: true,
});

/** Options for formats that can be read in several ways (Flowise's names). */
export const readingParams = {
  pdfUsage: choiceParam({
    title: 'One document per',
    help: 'How PDF files and other files with pages become documents.',
    default: 'perPage',
    choices: [
      { value: 'perPage', label: 'Page', help: 'Chunks never cross a page; the page number is kept.' },
      { value: 'perFile', label: 'File', help: 'Chunks may cross the end of a page.' },
    ],
    advanced: true,
  }),
  pointerName: textParam({
    title: 'JSON pointer',
    help: 'Which values of .json and .jsonl files to read: a pointer such as /title, or the name of a key. Empty: everything, with names and numbers.',
    placeholder: '/title',
    advanced: true,
  }),
  attachments: attachmentsParam,
  comments: commentsParam,
  headers: headersParam,
  ...scanParams,
};
