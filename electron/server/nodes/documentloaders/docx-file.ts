import { docxFile as definition } from '../../../../shared/nodes/documentloaders/docx-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { docxReader } from '../../readers/office/docx/docx-reader.ts';
import { readsFiles } from './reads-files.ts';

/** Word. */
export const docxFile = implement(definition, readsFiles(docxReader));
