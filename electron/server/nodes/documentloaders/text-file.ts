import { textFile as definition } from '../../../../shared/nodes/documentloaders/text-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { textReader } from '../../readers/text/text-file.ts';
import { readsFiles } from './reads-files.ts';

/** Plain text and source code. */
export const textFile = implement(definition, readsFiles(textReader));
