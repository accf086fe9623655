import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, jsonObjectParam, noEffectParam, numberParam, secretParam, textParam } from '../params.ts';
import { HEADER_NAME, WEB_ADDRESS } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { allowLocalNetworkParam, localNetworkMisfit, shortAddress, staysOutside } from './web-params.ts';

const requestParams = {
  method: choiceParam({
    title: 'Method',
    default: 'GET',
    choices: [
      { value: 'GET', label: 'GET' },
      { value: 'POST', label: 'POST' },
    ],
  }),
  url: textParam({ title: 'URL', required: true, rule: WEB_ADDRESS, placeholder: 'https://api.example.com/articles' }),
  headers: jsonObjectParam({
    title: 'Headers',
    help: 'A JSON object. Keys and passwords belong in a credential instead.',
    placeholder: '{"Accept": "application/json"}',
    advanced: true,
  }),
  body: jsonObjectParam({
    title: 'Body',
    help: 'A JSON object that is sent along.',
    placeholder: '{"query": "bees"}',
    when: { param: 'method', values: ['POST'] },
  }),
  token: secretParam({
    title: 'Token',
    help: 'Sent as "Bearer …" unless it begins with another scheme, as in "Basic …", or has its own header.',
  }),
  tokenHeader: textParam({
    title: 'Header of the token',
    default: 'Authorization',
    rule: HEADER_NAME,
    placeholder: 'X-Api-Key',
    advanced: true,
  }),
};

const selectionParams = {
  pointer: textParam({
    title: 'Pointer to the items',
    help: 'JSON pointer to the list whose items become documents; / if the answer is that list. Empty: the whole answer is one document.',
    placeholder: '/data/items',
  }),
  contentPointer: textParam({
    title: 'Pointer to the text',
    help: 'From an item to its text. Empty: the whole item, as "name: value" lines.',
    placeholder: '/body',
    advanced: true,
  }),
  idPointer: textParam({
    title: 'Pointer to the id',
    help: 'From an item to its id. Then each item is its own source, and the Record Manager finds out which items no longer exist.',
    placeholder: '/id',
    advanced: true,
  }),
  metadataPointers: jsonObjectParam({
    title: 'Fields as metadata',
    help: 'A JSON object of names, each with a pointer from an item.',
    placeholder: '{"author": "/user/name"}',
    advanced: true,
  }),
};

const byNumber = { param: 'paging', values: ['page'] };
const byCursor = { param: 'paging', values: ['cursor'] };

const pagingParams = {
  paging: choiceParam({
    title: 'Pages',
    default: 'none',
    choices: [
      { value: 'none', label: 'One answer' },
      { value: 'link', label: 'Link header', help: 'Each answer names the next page in its Link header.' },
      { value: 'page', label: 'Page number', help: 'Pages are numbered; the first empty page is the end.' },
      { value: 'cursor', label: 'Cursor', help: 'Each answer contains the cursor or the address of the next page.' },
    ],
  }),
  pageParam: textParam({
    title: 'Name of the page number',
    help: 'The parameter for the page number, in the address or in the body of a POST.',
    when: byNumber,
    default: 'page',
    advanced: true,
  }),
  startPage: numberParam({
    title: 'First page number',
    default: 1,
    min: 0,
    max: 1_000_000,
    when: byNumber,
    advanced: true,
  }),
  cursorPointer: textParam({
    title: 'Pointer to the cursor',
    help: 'JSON pointer to the next cursor, or to the address of the next page.',
    when: byCursor,
    placeholder: '/meta/next_cursor',
    advanced: true,
  }),
  cursorParam: textParam({
    title: 'Name of the cursor',
    help: 'The parameter for the cursor, in the address or in the body of a POST.',
    when: byCursor,
    default: 'cursor',
    advanced: true,
  }),
  maxPages: numberParam({
    title: 'Pages at most',
    default: 100,
    min: 1,
    max: 10_000,
    unit: 'pages',
    when: { param: 'paging', values: ['link', 'page', 'cursor'] },
    advanced: true,
  }),
};

export const apiLoader = defineNode({
  kind: 'documentloader',
  name: 'apiLoader',
  version: 2.1,
  label: 'API Loader',
  description: 'Reads the answers of a web API page by page, one document per item.',
  icon: 'webhook',
  type: 'Document',
  synonyms: [
    'api',
    'rest',
    'json',
    'http',
    'endpoint',
    'get',
    'post',
    'request',
    'web service',
    'curl',
    'fetch',
    'webhook',
  ],
  credential: { kind: 'httpBearerToken', label: 'API token', vendorHosts: [] },
  connects: true,
  params: z
    .object({
      ...requestParams,
      ...selectionParams,
      ...pagingParams,
      timeout: numberParam({
        title: 'Timeout',
        help: 'Time limit for one answer.',
        default: 30_000,
        min: 100,
        max: 600_000,
        unit: 'ms',
        advanced: true,
      }),
      allowLocalNetwork: allowLocalNetworkParam,
      caFile: noEffectParam({
        title: 'Certificate authority',
        help: "Certificates in a flow are not used here: set NODE_EXTRA_CA_CERTS to the certificate's file before the server starts.",
        kind: 'text',
      }),
      ...loaderParams,
    })
    .refine(({ paging, cursorPointer }) => paging !== 'cursor' || /[^/\s]/.test(cursorPointer), {
      path: ['cursorPointer'],
      message: t('is required'),
    })
    .refine(({ headers }) => Object.values(headers).every((value) => typeof value !== 'object'), {
      path: ['headers'],
      message: t('must have a text for each name, as in {"Accept": "application/json"}'),
    })
    .refine(staysOutside('url'), localNetworkMisfit('url')),
  secretAddresses: ({ url }) => [url],
  summary: ({ method, url }) => `${method} ${shortAddress(url)}`,
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
