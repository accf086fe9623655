import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, fileParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.epub'] as const;

export const epubFile = defineNode({
  kind: 'documentloader',
  name: 'epubFile',
  version: 1,
  label: 'EPUB File',
  description: 'Reads the chapters of an e-book in reading order.',
  icon: 'book-open',
  type: 'Document',
  synonyms: ['epub', 'ebook', 'book', 'novel', 'chapters'],
  params: z.object({
    epubFile: fileParam({ title: 'EPUB file', accept: extensions }),
    usage: choiceParam({
      title: 'One document per',
      default: 'perChapter',
      choices: [
        {
          value: 'perChapter',
          label: 'Chapter',
          help: 'Chunks never cross chapters; number and title of the chapter are kept.',
        },
        { value: 'perFile', label: 'File', help: 'Chunks may cross the end of a chapter.' },
      ],
    }),
    ...loaderParams,
  }),
  summary: (params) => (params.usage === 'perChapter' ? t('One document per chapter') : t('One document per file')),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'epubFile',
    extensions,
    reads:
      'Each chapter is a document, with its title from the table of contents. Pages that only hold the contents are left out.',
  },
});
