import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { fileParam } from '../params.ts';
import { headersParam, loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.pptx'] as const;

export const microsoftPowerpoint = defineNode({
  kind: 'documentloader',
  name: 'microsoftPowerpoint',
  version: 1,
  label: 'Microsoft PowerPoint',
  description: 'Reads the slides of a PowerPoint presentation with their notes, one document per slide.',
  icon: 'presentation',
  type: 'Document',
  synonyms: ['powerpoint file', 'pptx', 'slides', 'presentation', 'deck', 'notes', 'office'],
  params: z.object({
    powerpointFile: fileParam({ title: 'PowerPoint file', accept: extensions }),
    headers: headersParam,
    ...loaderParams,
  }),
  summary: () => t('One document a slide'),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'powerpointFile',
    extensions,
    reads:
      'Each slide is a document: its title, its texts with tables and diagrams, then the speaker’s notes. Footers only if you ask for them. Shows, templates and files with macros (.ppsx, .potx, .pptm) are read, too.',
  },
});
