import { epubFile as definition } from '../../../../shared/nodes/documentloaders/epub-file.ts';
import { readerOf } from '../../core/document-loader.ts';
import { readEpub } from './epub.ts';

/** The chapters of an EPUB book. */
export const epubReader = readerOf(definition, {
  load: ({ usage }, file, context) => readEpub(file, usage, context),
});
