import { jsonlinesFile as definition } from '../../../../shared/nodes/documentloaders/jsonlines-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { jsonLinesReader } from '../../readers/json/json-lines-reader.ts';
import { readsFiles } from './reads-files.ts';

/** JSON Lines: one document per line. */
export const jsonlinesFile = implement(definition, readsFiles(jsonLinesReader));
