import { describe, expect, test } from 'vitest';
import {
  acceptedFiles,
  addFiles,
  describeExtensions,
  filesToRetry,
  groupByReason,
  namesInShort,
  needsFiles,
  noFiles,
  ownSources,
  removeFiles,
} from '../../../../../renderer/features/runs/choose-files.ts';
import type { PickedFile } from '../../../../../renderer/forms/picked-files.ts';
import { createStarterFlow } from '../../../../../shared/flow/starter-flow.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { node } from '../../../../helpers/builders/flows.ts';

const accepted = { extensions: ['.pdf', '.csv'], anyName: false };
const pdf = picked('Report.PDF', '%PDF');

function picked(path: string, content: string, options: FilePropertyBag = {}): PickedFile {
  const name = path.split('/').at(-1) ?? path;
  return { path, file: new File(content === '' ? [] : [content], name, { lastModified: 1, ...options }) };
}

describe('choosing files', () => {
  test('takes what the loaders take, whatever the case of the name', () => {
    const choice = addFiles(noFiles, [pdf], accepted);
    expect(choice.files).toEqual([pdf]);
    expect(choice.refused).toEqual([]);
  });

  test('a loader that looks into any file gets files of other names, but no pictures', () => {
    const any = { ...accepted, anyName: true };
    const files = [picked('Makefile', 'all:'), picked('photo.png', 'x', { type: 'image/png' })];
    const choice = addFiles(noFiles, files, any);
    expect(choice.files.map(({ path }) => path)).toEqual(['Makefile']);
    expect(choice.refused.map(({ name }) => name)).toEqual(['photo.png']);
    expect(choice.refused[0]?.reason).toBe('This is a picture: switch on "Recognise text in scans" in File Loader.');
  });

  test('refuses another type with the accepted list, and keeps the rest', () => {
    const choice = addFiles(noFiles, [picked('photo.png', 'x'), pdf], accepted);
    expect(choice.files).toEqual([pdf]);
    expect(choice.refused).toEqual([
      { name: 'photo.png', reason: 'The flow does not take this type: choose .pdf, .csv.' },
    ]);
  });

  test('says what an old file is, if the loaders take what it can be saved as', () => {
    const old = [picked('old.doc', 'x')];
    expect(addFiles(noFiles, old, { extensions: ['.docx'], anyName: false }).refused).toEqual([
      {
        name: 'old.doc',
        reason: 'This is a Word document of before 2007: open it in its program and save it as .docx.',
      },
    ]);
    expect(addFiles(noFiles, old, accepted).refused[0]?.reason).toMatch(/^The flow does not take this type/);
  });

  test('refuses an empty file', () => {
    expect(addFiles(noFiles, [picked('a.csv', '')], accepted).refused).toEqual([
      { name: 'a.csv', reason: 'The file is empty: choose one with text in it.' },
    ]);
  });

  test('another file of the same name gets a number, the same file once more changes nothing', () => {
    const first = addFiles(noFiles, [picked('a.csv', '1'), picked('x/a.csv', '2')], accepted);
    const more = addFiles(first, [picked('a.csv', '1'), picked('a.csv', '22'), picked('x/a.csv', '33')], accepted);
    expect(more.files.map(({ path }) => path)).toEqual(['a.csv', 'x/a.csv', 'a (2).csv', 'x/a (2).csv']);
  });

  test('the same two files of one name chosen again change nothing, and that is said', () => {
    const both = [picked('a.csv', '1'), picked('a.csv', '22')];
    const first = addFiles(noFiles, both, accepted);
    expect(first).toMatchObject({ files: [{ path: 'a.csv' }, { path: 'a (2).csv' }], repeated: [] });
    expect(addFiles(first, both, accepted)).toEqual({ ...first, repeated: ['a.csv', 'a.csv'] });
    expect(addFiles(removeFiles(first, ['a.csv']), both, accepted)).toMatchObject({
      files: [{ path: 'a (2).csv' }, { path: 'a.csv' }],
      repeated: ['a.csv'],
    });
  });

  test('many of one kind that are refused are said in one line', () => {
    const pictures = ['1.png', '2.png', '3.png', '4.png', '5.png'].map((name) => picked(name, 'x'));
    const { refused } = addFiles(noFiles, [...pictures, picked('a.csv', '')], accepted);
    expect(groupByReason(refused).map(({ names }) => namesInShort(names))).toEqual([
      '1.png, 2.png, 3.png and 2 more',
      'a.csv',
    ]);
  });

  test('removes one file and forgets old refusals', () => {
    const choice = addFiles(noFiles, [pdf, picked('photo.png', 'x'), picked('b.csv', '2')], accepted);
    expect(removeFiles(choice, ['Report.PDF'])).toEqual({ ...noFiles, files: [choice.files[1]] });
  });
});

describe('what a flow reads by itself', () => {
  const { cheerioWebScraper, plainText, textFile } = nodeDefinitions;

  test('is what its loaders fetch, and the files that it keeps', () => {
    const kept = node(textFile, { txtFile: 'data:text/plain;base64,aGk=,filename:a.txt' }, 'textFile_1');
    const nodes = [node(cheerioWebScraper, { url: 'https://example.com' }), node(textFile), kept];
    expect(ownSources(nodes).map(({ nodeId, summary }) => [nodeId, summary])).toEqual([
      ['cheerioWebScraper_0', 'example.com'],
      ['textFile_1', 'Files kept in the flow'],
    ]);
  });

  test('has the name of its node, or of its kind when that has none', () => {
    const renamed = node(plainText, { text: 'A note' });
    const unnamed = node(plainText, { text: 'A note' }, 'plainText_1');
    const nodes = [
      { ...renamed, data: { ...renamed.data, label: 'Notes' } },
      { ...unnamed, data: { ...unnamed.data, label: '' } },
    ];
    expect(ownSources(nodes).map(({ label }) => label)).toEqual(['Notes', 'Plain Text']);
  });
});

describe('what a flow takes', () => {
  test('comes from the definitions of its loaders, each type once', () => {
    const flow = createStarterFlow();
    const loader = flow.nodes.find((node) => node.data.name === 'fileLoader');
    if (loader === undefined) throw new Error('the starter flow has a file loader');
    const types = acceptedFiles([...flow.nodes, loader]).extensions;
    expect(types).toEqual(expect.arrayContaining(['.pdf', '.docx', '.csv', '.txt']));
    expect(new Set(types).size).toBe(types.length);
  });

  test('is pictures, too, where their text is recognised', () => {
    const { fileLoader, pdfFile } = nodeDefinitions;
    const photo = picked('photo.png', 'x', { type: 'image/png' });
    const taken = (nodes: Parameters<typeof acceptedFiles>[0]) =>
      addFiles(noFiles, [photo], acceptedFiles(nodes)).files.length;
    expect(taken([node(fileLoader)])).toBe(0);
    expect(taken([node(fileLoader, { ocr: true })])).toBe(1);
    expect(taken([node(fileLoader, { ocr: 'true' })])).toBe(1);
    expect(taken([node(pdfFile, { ocr: true })])).toBe(0);
  });

  test('is nothing without a loader, and notes do not count', () => {
    expect(acceptedFiles([])).toEqual({ extensions: [], anyName: false });
    const note = {
      id: 'n',
      position: { x: 0, y: 0 },
      type: 'stickyNote',
      data: { name: 'fileLoader', label: '', inputs: {} },
    };
    expect(acceptedFiles([note]).extensions).toEqual([]);
  });

  test('files are needed while no loader keeps any', () => {
    const flow = createStarterFlow();
    expect(needsFiles(flow.nodes)).toBe(true);
    const keeping = (file: string) =>
      flow.nodes.map((node) =>
        node.data.name === 'fileLoader' ? { ...node, data: { ...node.data, inputs: { file } } } : node,
      );
    expect(needsFiles(keeping('data:text/plain;base64,aGk=,filename:a.txt'))).toBe(false);
    // It lies on the server that the flow was exported from.
    expect(needsFiles(keeping('FILE-STORAGE::["a.pdf"]'))).toBe(true);
  });

  test('is named in full while it is short', () => {
    expect(describeExtensions(accepted.extensions)).toBe('.pdf, .csv');
    const many = ['.txt', ...Array.from({ length: 20 }, (_, index) => `.x${index}`), '.pdf'];
    expect(describeExtensions(many)).toBe('.pdf, .txt and 20 more');
    expect(describeExtensions(many.slice(1, -1))).toBe('.x0, .x1, .x2, .x3, .x4, .x5 and 14 more');
  });
});

describe('files to try again', () => {
  const sent = ['a.txt', 'b.pdf', 'c.pdf'].map((path) => ({ path, file: new File(['x'], path) }));
  const retried = (names: readonly string[], isWhole: boolean) => {
    const retry = filesToRetry(
      sent,
      names.map((name) => ({ name })),
      isWhole,
    );
    return retry === undefined ? undefined : [retry.label, ...retry.files.map(({ path }) => path)];
  };

  test('are those that failed, alone', () => {
    expect(retried(['b.pdf', 'c.pdf'], false)).toEqual(['Try these again', 'b.pdf', 'c.pdf']);
    expect(retried(['b.pdf'], false)).toEqual(['Try it again', 'b.pdf']);
  });

  test('are all where a clean-up would delete the others', () => {
    expect(retried(['b.pdf'], true)).toEqual(['Try again with all files', 'a.txt', 'b.pdf', 'c.pdf']);
  });

  test('are none when the page has none of them', () => {
    expect(retried(['https://example.org/'], false)).toBeUndefined();
  });
});
