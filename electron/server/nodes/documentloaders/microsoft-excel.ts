import { microsoftExcel as definition } from '../../../../shared/nodes/documentloaders/microsoft-excel.ts';
import { implement } from '../../core/node-kinds.ts';
import { excelReader } from '../../readers/office/xlsx/excel-reader.ts';
import { readsFiles } from './reads-files.ts';

/** Excel: one document per row. */
export const microsoftExcel = implement(definition, readsFiles(excelReader));
