import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import {
  booleanParam,
  choiceParam,
  fileParam,
  jsonTextListParam,
  numberParam,
  optionalNumberParam,
  secretParam,
  textParam,
} from '../params.ts';
import { WEB_ADDRESS } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = [
  '.txt',
  '.text',
  '.md',
  '.rst',
  '.org',
  '.html',
  '.htm',
  '.xml',
  '.csv',
  '.tsv',
  '.pdf',
  '.doc',
  '.docx',
  '.ppt',
  '.pptx',
  '.xls',
  '.xlsx',
  '.odt',
  '.rtf',
  '.epub',
  '.eml',
  '.msg',
  '.jpg',
  '.jpeg',
  '.png',
  '.heic',
  '.tiff',
  '.bmp',
] as const;

const byTitle = { param: 'chunkingStrategy', values: ['by_title'] };
const joined = { param: 'chunkingStrategy', values: ['basic', 'by_title', 'by_page', 'by_similarity'] };

/** Settings that are passed to the server unchanged. Empty ones are left out. */
const serverParams = {
  strategy: choiceParam({
    title: 'Strategy',
    help: 'How the server analyses a page.',
    default: 'auto',
    choices: [
      { value: 'auto', label: 'Automatic', help: 'The server chooses by the kind of page.' },
      { value: 'fast', label: 'Fast', help: 'Reads the text stored in the file.' },
      { value: 'hi_res', label: 'High resolution', help: 'Finds tables and titles with a vision model. Slow.' },
      { value: 'ocr_only', label: 'Text recognition', help: 'Reads the pages as pictures: for scans.' },
    ],
    advanced: true,
  }),
  encoding: textParam({
    title: 'Encoding',
    help: 'The encoding of text files.',
    default: 'utf-8',
    advanced: true,
  }),
  skipInferTableTypes: jsonTextListParam({
    title: 'No tables in',
    help: 'A JSON list of extensions in which tables are not searched for. Empty: pdf, jpg and png.',
    placeholder: '["pdf", "jpg", "png"]',
    advanced: true,
  }),
  hiResModelName: choiceParam({
    title: 'Vision model',
    help: 'The model that finds tables and titles.',
    default: '',
    when: { param: 'strategy', values: ['hi_res'] },
    choices: [
      { value: '', label: "The server's own" },
      { value: 'chipper', label: 'chipper' },
      { value: 'detectron2_onnx', label: 'detectron2_onnx' },
      { value: 'yolox', label: 'yolox' },
      { value: 'yolox_quantized', label: 'yolox_quantized' },
    ],
    advanced: true,
  }),
  chunkingStrategy: choiceParam({
    title: 'Chunking strategy',
    help: 'Whether the server joins the elements that it finds (titles, paragraphs, items) into chunks.',
    default: 'by_title',
    choices: [
      { value: 'None', label: 'None', help: 'Every title and paragraph is a document.' },
      { value: 'basic', label: 'By size' },
      { value: 'by_title', label: 'By title', help: 'Chunks never cross a title.' },
      { value: 'by_page', label: 'By page' },
      { value: 'by_similarity', label: 'By similarity' },
    ],
    advanced: true,
  }),
  ocrLanguages: jsonTextListParam({
    title: 'Languages to recognise',
    help: 'A JSON list of language codes, for text recognition.',
    placeholder: '["eng", "deu"]',
    advanced: true,
  }),
  coordinates: booleanParam({
    title: 'Coordinates',
    help: 'Add the position on the page to the metadata.',
    default: false,
    advanced: true,
  }),
  xmlKeepTags: booleanParam({ title: 'Keep XML tags', default: false, advanced: true }),
  includePageBreaks: booleanParam({
    title: 'Page breaks',
    help: 'Let the server mark where pages end.',
    default: false,
    advanced: true,
  }),
  multiPageSections: booleanParam({
    title: 'Sections over pages',
    help: 'Chunks may cross the end of a page.',
    default: false,
    when: byTitle,
    advanced: true,
  }),
  combineUnderNChars: optionalNumberParam({
    title: 'Combine under',
    help: 'Short sections are joined until they have this many.',
    when: byTitle,
    min: 0,
    max: 1_000_000,
    unit: 'characters',
    advanced: true,
  }),
  newAfterNChars: optionalNumberParam({
    title: 'New chunk after',
    help: 'A chunk of this length gets no further sections.',
    when: joined,
    min: 0,
    max: 1_000_000,
    unit: 'characters',
    advanced: true,
  }),
  maxCharacters: numberParam({
    title: 'Longest chunk',
    default: 500,
    when: joined,
    min: 1,
    max: 1_000_000,
    unit: 'characters',
    advanced: true,
  }),
};

export const unstructuredFileLoader = defineNode({
  kind: 'documentloader',
  name: 'unstructuredFileLoader',
  version: 4,
  label: 'Unstructured File Loader',
  description: 'Sends files to an Unstructured API server, which also reads scans and old Office formats.',
  icon: 'file-scan',
  type: 'Document',
  synonyms: ['unstructured', 'ocr', 'scan', 'picture', 'image', 'doc', 'ppt', 'xls', 'msg', 'api'],
  credential: {
    kind: 'unstructuredApi',
    label: 'Unstructured account',
    vendorHosts: ['api.unstructured.io', 'api.unstructuredapp.io'],
  },
  connects: true,
  params: z.object({
    fileObject: fileParam({ title: 'Files', accept: extensions }),
    unstructuredAPIUrl: textParam({
      title: 'Server address',
      help: "Your own server, or your account's. Your files are sent there.",
      placeholder: 'http://localhost:8000/general/v0/general',
      default: 'http://localhost:8000/general/v0/general',
      required: true,
      rule: WEB_ADDRESS,
    }),
    unstructuredAPIKey: secretParam({ title: 'API key', help: 'Not needed for a server of your own.' }),
    ...serverParams,
    sourceIdKey: textParam({
      title: 'Source id key',
      help: "An additional metadata key for the file's name.",
      default: 'source',
      advanced: true,
    }),
    timeout: numberParam({
      title: 'Timeout',
      help: 'Time limit for a file; scans take minutes.',
      default: 600_000,
      min: 100,
      max: 3_600_000,
      unit: 'ms',
      advanced: true,
    }),
    ...loaderParams,
  }),
  secretAddresses: ({ unstructuredAPIUrl }) => [unstructuredAPIUrl],
  summary: (params) => hostOf(params.unstructuredAPIUrl),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: { param: 'fileObject', extensions },
});

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'No server yet';
}
