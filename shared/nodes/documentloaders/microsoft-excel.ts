import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { fileParam, optionalNumberParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.xlsx', '.xlsm'] as const;

/** The most rows of a sheet (Excel's limit). */
const MAX_ROWS = 1_048_576;

export const microsoftExcel = defineNode({
  kind: 'documentloader',
  name: 'microsoftExcel',
  version: 1,
  label: 'Microsoft Excel',
  description:
    'Reads the sheets of an Excel workbook, one document per row, with comments, text boxes and chart titles.',
  icon: 'sheet',
  type: 'Document',
  synonyms: ['excel file', 'xlsx', 'xlsm', 'spreadsheet', 'workbook', 'table', 'rows', 'office'],
  params: z.object({
    excelFile: fileParam({ title: 'Excel file', accept: extensions }),
    sheetName: textParam({
      title: 'Sheet',
      help: 'Read only the sheet with this name, even if it is hidden. Empty: every sheet that is not hidden.',
      placeholder: 'Sheet1',
      advanced: true,
    }),
    headerRow: optionalNumberParam({
      title: 'Header row',
      help: 'Number of the row with the column names; rows above it are left out. Empty: it is found in each table, below titles.',
      placeholder: '1',
      min: 1,
      max: MAX_ROWS,
      advanced: true,
    }),
    ...loaderParams,
  }),
  summary: ({ sheetName }) => (sheetName === '' ? t('One document a row') : t('Rows of {sheet}', { sheet: sheetName })),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'excelFile',
    extensions,
    reads:
      'Each row is a document of “name: value” lines, with values as Excel shows them. The header is found below titles, in several tables of a sheet, and told; text around tables, comments, text boxes and titles of charts are documents by themselves. Hidden sheets are left out.',
  },
});
