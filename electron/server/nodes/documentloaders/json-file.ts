import { jsonFile as definition } from '../../../../shared/nodes/documentloaders/json-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { jsonReader } from '../../readers/json/json-reader.ts';
import { readsFiles } from './reads-files.ts';

/** JSON. */
export const jsonFile = implement(definition, readsFiles(jsonReader));
