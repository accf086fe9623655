import { pdfFile as definition } from '../../../../shared/nodes/documentloaders/pdf-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { pdfReader } from '../../readers/pdf/pdf-reader.ts';
import { readsFiles } from './reads-files.ts';

/** PDF, by page or as one document. */
export const pdfFile = implement(definition, readsFiles(pdfReader));
