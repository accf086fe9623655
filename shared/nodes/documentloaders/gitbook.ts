import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, textParam } from '../params.ts';
import { WEB_ADDRESS } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { localNetworkMisfit, shortAddress, siteParams, staysOutside } from './web-params.ts';

export const gitbook = defineNode({
  kind: 'documentloader',
  name: 'gitbook',
  version: 2,
  label: 'GitBook',
  description: 'Reads a page of a GitBook site, or all of its pages.',
  icon: 'book-marked',
  type: 'Document',
  synonyms: ['gitbook', 'docs', 'documentation', 'manual', 'handbook', 'wiki', 'website'],
  connects: true,
  params: z
    .object({
      webPath: textParam({
        title: 'Web address',
        required: true,
        rule: WEB_ADDRESS,
        placeholder: 'https://docs.gitbook.com/',
      }),
      shouldLoadAllPaths: booleanParam({
        title: 'All pages',
        help: 'Read every page that the sitemap of the book lists. Off: only the page at the address.',
        default: false,
      }),
      ...siteParams,
      ...loaderParams,
    })
    .refine(staysOutside('webPath'), localNetworkMisfit('webPath')),
  summary: ({ webPath, shouldLoadAllPaths }) => {
    const address = shortAddress(webPath);
    return shouldLoadAllPaths ? t('All pages of {address}', { address }) : address;
  },
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
