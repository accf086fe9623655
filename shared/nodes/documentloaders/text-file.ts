import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { fileParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = [
  '.txt', '.text', '.log', '.md', '.html', '.htm', '.xml', '.yaml', '.yml', '.css', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '.py', '.java', '.c',
  '.h', '.cpp', '.hpp', '.cs', '.go', '.rs', '.rb', '.php', '.swift', '.kt', '.scala', '.sol', '.sql', '.sh', '.asp', '.aspx',
  '.ini', '.toml', '.tex', '.rst', '.lua', '.pl', '.r', '.proto', '.vue', '.svelte',
] as const;

export const textFile = defineNode({
  kind: 'documentloader',
  name: 'textFile',
  version: 3,
  label: 'Text File',
  description: 'Reads plain text and source code.',
  icon: 'file-text',
  type: 'Document',
  synonyms: ['txt', 'plain', 'code', 'source', 'markdown', 'log'],
  params: z.object({
    txtFile: fileParam({ title: 'Text file', accept: extensions }),
    ...loaderParams,
  }),
  summary: () => 'Plain text and source code',
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: { param: 'txtFile', extensions },
});
