import { z } from 'zod';
import { shortHash } from '../../text/short-hash.ts';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, numberParam, textParam } from '../params.ts';
import { storeInputs, storeOutputs, topKParam } from './common.ts';
import { DEFAULT_GRAPH_SETTINGS, GRAPH_SETTING_LIMITS } from './graph-settings.ts';

const basePath = textParam({
  title: 'Base path',
  help: 'Names the collection: flows that name the same one share it. No folder is read or written.',
});

const LONGEST_NAME = 128;

/**
 * A path as the name of a collection: characters that are not allowed become their codes, and a hash replaces the end of a long name, so that two
 * paths never give the same name.
 */
function collectionOf(path: unknown): string {
  const text = String(path).trim().toWellFormed();
  const name = /^[A-Za-z0-9._-]*$/.test(text) ? text : encodeName(text);
  if (name.length <= LONGEST_NAME) return name;
  const hash = shortHash(text);
  return `${name.slice(0, LONGEST_NAME - hash.length - 1)}-${hash}`;
}

function encodeName(text: string): string {
  return encodeURIComponent(text).replace(/[^A-Za-z0-9.-]/g, (one) =>
    one === '%' ? '_' : `_${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export const hnsw = defineNode({
  kind: 'vectorstore',
  name: 'hnsw',
  onlyHere: true,
  aliases: [
    {
      name: 'faiss',
      version: 1,
      label: 'Faiss',
      type: 'Faiss',
      params: { collection: { name: 'basePath', schema: basePath, toOwn: collectionOf } },
      note: 'Kept in the local vector store: the base path names the collection, and no folder is read or written.',
    },
  ],
  version: 1,
  label: 'Local vector store (HNSW)',
  description: 'Keeps chunks and vectors on this machine, for search by meaning and by words.',
  icon: 'hard-drive',
  type: 'HNSW',
  synonyms: ['hnsw', 'local', 'embedded', 'faiss', 'index', 'sqlite', 'hybrid'],
  params: z.object({
    collection: textParam({
      title: 'Collection',
      help: 'Flows that name the same collection share it. Empty: one of its own.',
      pattern: /^[A-Za-z0-9._-]{0,128}$/,
      patternHelp: t('may have letters, digits, dots, dashes and underscores, at most 128'),
    }),
    topK: topKParam(),
    searchMode: choiceParam({
      title: 'Search',
      default: 'hybrid',
      choices: [
        { value: 'hybrid', label: 'By words and meaning' },
        { value: 'vector', label: 'By meaning only' },
        { value: 'keyword', label: 'By words only' },
      ],
    }),
    metric: choiceParam({
      title: 'Metric',
      help: 'How vectors are compared. This and the settings below belong to the collection: if flows share one, the last upsert decides. A change needs no new embeddings.',
      default: DEFAULT_GRAPH_SETTINGS.metric,
      choices: [
        { value: 'cosine', label: 'Cosine', help: 'By direction; right for almost every model.' },
        { value: 'l2', label: 'Euclidean distance', help: 'Scores are 1 / (1 + distance).' },
        { value: 'ip', label: 'Inner product', help: 'Longer vectors count more.' },
      ],
      advanced: true,
    }),
    M: numberParam({
      title: 'Links of a point (M)',
      help: 'More links find more in difficult data, and take more memory. A change rebuilds the index in the background.',
      default: DEFAULT_GRAPH_SETTINGS.links,
      ...GRAPH_SETTING_LIMITS.links,
      advanced: true,
    }),
    efConstruction: numberParam({
      title: 'Candidates when building (efConstruction)',
      help: 'More candidates make a better index, more slowly. A change rebuilds the index in the background.',
      default: DEFAULT_GRAPH_SETTINGS.efConstruction,
      ...GRAPH_SETTING_LIMITS.efConstruction,
      advanced: true,
    }),
    ef: numberParam({
      title: 'Candidates when searching (ef)',
      help: 'More candidates find more, more slowly. Only very large collections have an index (over 300,000 chunks of 384 numbers); smaller ones are searched exactly.',
      default: DEFAULT_GRAPH_SETTINGS.ef,
      ...GRAPH_SETTING_LIMITS.ef,
      advanced: true,
    }),
  }),
  summary: (params) => (params.collection === '' ? t("This flow's own collection") : params.collection),
  inputs: storeInputs,
  outputs: storeOutputs('HNSW'),
});
