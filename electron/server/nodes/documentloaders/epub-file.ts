import { epubFile as definition } from '../../../../shared/nodes/documentloaders/epub-file.ts';
import { implement } from '../kinds.ts';
import { readEpub } from './readers/epub.ts';

/** The chapters of an EPUB book. */
export const epubFile = implement(definition, {
  load: ({ usage }, file, context) => readEpub(file, usage, context),
});
