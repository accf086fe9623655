import { describe, expect, test } from 'vitest';
import {
  checkPart,
  loaderWork,
  maskPart,
  overlayPart,
  planRemoval,
  planVectors,
} from '../../../../../electron/server/services/libraries/parts.ts';
import { SECRET_MASK } from '../../../../../shared/api/document-store-parts.ts';

const values = {
  variable: (name: string) => (name === 'base' ? 'http://127.0.0.1:1/v1' : undefined),
  credential: (id: string) =>
    id === 'known'
      ? {
          id,
          name: 'Known',
          fields: { openAIApiKey: 'sk-of-credential' },
          kind: 'openAIApi',
          addedHosts: [],
          mayGoTo: (host: string) => ['127.0.0.1:1', 'api.openai.com'].includes(host),
        }
      : undefined,
  openAddresses: (_definition: unknown, inputs: Readonly<Record<string, unknown>>) => inputs,
};
const openAI = (config: Record<string, unknown> = {}) => ({ name: 'openAIEmbeddings', config });
const hnsw = { name: 'hnsw', config: {} };

describe('overlayPart', () => {
  test('goes setting by setting for the same node, and takes another node as it is', () => {
    const saved = openAI({ basepath: 'a', timeout: 5 });
    expect(overlayPart('embedding', saved, openAI({ timeout: 0 }))).toEqual(openAI({ basepath: 'a', timeout: 0 }));
    expect(overlayPart('embedding', saved, { name: 'transformersEmbeddings', config: {} })).toEqual({
      name: 'transformersEmbeddings',
      config: {},
    });
    expect(overlayPart('embedding', saved, undefined)).toBe(saved);
    expect(overlayPart('embedding', saved, null)).toBeNull();
  });

  test('a masked secret in a change keeps the saved one', () => {
    const saved = openAI({ openAIApiKey: 'sk-1' });
    const shown = maskPart(saved);
    expect(shown.config).toEqual({ openAIApiKey: SECRET_MASK });
    expect(overlayPart('embedding', saved, shown)).toEqual(saved);
    expect(maskPart(openAI({ openAIApiKey: '' })).config).toEqual({ openAIApiKey: '' });
  });
});

describe('planVectors', () => {
  test('keeps records with the clean-up incremental unless another is named', () => {
    const parts = { embedding: openAI({ credential: 'known' }), vectorStore: hnsw, recordManager: null };
    expect(planVectors(parts, values).recordManager.inputs).toEqual({ cleanup: 'incremental' });
    const own = (cleanup: string) => ({ name: 'SQLiteRecordManager', config: { cleanup, namespace: 'n' } });
    expect(planVectors({ ...parts, recordManager: own('') }, values).recordManager.inputs).toEqual({
      cleanup: 'incremental',
      namespace: 'n',
    });
    expect(planVectors({ ...parts, recordManager: own('none') }, values).recordManager.inputs).toEqual({
      cleanup: 'none',
      namespace: 'n',
    });
  });

  test('puts variables and credentials in', () => {
    const embedding = openAI({ basepath: '{{$vars.base}}', credential: 'known' });
    const { inputs } = planVectors({ embedding, vectorStore: hnsw, recordManager: null }, values).embedding;
    expect(inputs).toMatchObject({ basepath: 'http://127.0.0.1:1/v1', openAIApiKey: 'sk-of-credential' });
  });

  test.each([
    ['embedding', { embedding: null, vectorStore: hnsw, recordManager: null }],
    ['vectorStore', { embedding: openAI(), vectorStore: null, recordManager: null }],
  ])('names the part that is missing: %s', (part, parts) => {
    expect(() => planVectors(parts, values)).toThrow(
      expect.objectContaining({ code: 'MISSING_INPUT', details: { part } }),
    );
  });
});

describe('planRemoval', () => {
  test('needs neither model nor vector store', () => {
    expect(planRemoval({ vectorStore: null, recordManager: null }, values).store.definition.name).toBe('hnsw');
  });
});

describe('checkPart', () => {
  test.each([
    ['loader', { name: 'hnsw', config: {} }, 'INVALID_INPUT'],
    ['splitter', { name: 'constructor', config: {} }, 'INVALID_INPUT'],
    ['embedding', openAI({ timeout: 'soon', credential: 'known' }), 'INVALID_INPUT'],
    ['embedding', openAI(), 'MISSING_CREDENTIAL'],
    ['embedding', openAI({ basepath: '{{$vars.gone}}' }), 'INVALID_PARAM'],
    ['embedding', openAI({ credential: 'gone' }), 'INVALID_PARAM'],
  ] as const)('refuses a wrong %s: %o', (part, value, code) => {
    expect(() => checkPart(part, value, values)).toThrow(expect.objectContaining({ code }));
  });
});

describe('loaderWork', () => {
  const local = { name: 'transformersEmbeddings', config: { model: '{{$vars.model}}' } };
  const withModel = { ...values, variable: () => 'built-in' };
  const settings = (splitter: string | null) => ({
    loaderName: '',
    loader: { name: 'textFile', config: {} },
    splitter: splitter === null ? null : { name: splitter, config: {} },
  });

  test('gives the model, ready to be used, to the splitter that counts its tokens', () => {
    const work = loaderWork(settings('sentenceTextSplitter'), 'loader', local, withModel);
    expect(work.embedding).toMatchObject({
      definition: { name: 'transformersEmbeddings' },
      inputs: { model: 'built-in' },
    });
    expect(loaderWork(settings('sentenceTextSplitter'), 'loader', null, withModel).embedding).toBeUndefined();
  });

  test.each(['recursiveCharacterTextSplitter', null])(
    'does not look at it for %s, so that a wrong one does no harm',
    (splitter) => {
      expect(
        loaderWork(settings(splitter), 'loader', openAI({ credential: 'gone' }), values).embedding,
      ).toBeUndefined();
    },
  );
});
