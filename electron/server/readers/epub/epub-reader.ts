import { epubFile as definition } from '../../../../shared/nodes/documentloaders/epub-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { readEpub } from './epub.ts';

/** The chapters of an EPUB book. */
export const epubReader = implement(definition, {
  load: ({ usage }, file, context) => readEpub(file, usage, context),
});
