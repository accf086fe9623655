import { epubFile as definition } from '../../../../shared/nodes/documentloaders/epub-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { epubReader } from '../../readers/epub/epub-reader.ts';
import { readsFiles } from './reads-files.ts';

/** The chapters of an EPUB book. */
export const epubFile = implement(definition, readsFiles(epubReader));
