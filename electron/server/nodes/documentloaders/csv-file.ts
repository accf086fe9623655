import { csvFile as definition } from '../../../../shared/nodes/documentloaders/csv-file.ts';
import { implement } from '../../core/node-kinds.ts';
import { csvReader } from '../../readers/table/csv-reader.ts';
import { readsFiles } from './reads-files.ts';

/** Comma-separated values: one document per row. */
export const csvFile = implement(definition, readsFiles(csvReader));
