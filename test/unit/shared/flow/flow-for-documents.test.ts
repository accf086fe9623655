import { describe, expect, test } from 'vitest';
import { checkFlow } from '../../../../shared/flow/compile-flow.ts';
import type { FlowDocument } from '../../../../shared/flow/flow-document.ts';
import {
  createFlowForAddress,
  createFlowForFiles,
  createFlowForFolder,
  createFlowForText,
  nameForAddress,
  nameForFiles,
  nameForFolder,
  nameForText,
} from '../../../../shared/flow/flow-for-documents.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';

function namesOf({ nodes }: FlowDocument, kind: string): string[] {
  return nodes.map(({ data }) => data.name).filter((name) => findNodeDefinition(name)?.kind === kind);
}

function inputsOf({ nodes }: FlowDocument, name: string) {
  return nodes.find(({ data }) => data.name === name)?.data.inputs;
}

describe('The flow for documents', () => {
  test.each([
    { paths: ['a.pdf'], loader: 'pdfFile', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.PDF', 'b.pdf'], loader: 'pdfFile', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.docx'], loader: 'docxFile', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.csv', 'b.tsv'], loader: 'csvFile', splitter: undefined },
    { paths: ['a.md', 'b.MD'], loader: 'textFile', splitter: 'markdownTextSplitter' },
    { paths: ['a.markdown'], loader: 'fileLoader', splitter: 'markdownTextSplitter' },
    { paths: ['a.html', 'b.htm'], loader: 'textFile', splitter: 'htmlToMarkdownTextSplitter' },
    { paths: ['a.ts', 'b.tsx'], loader: 'textFile', splitter: 'codeTextSplitter' },
    { paths: ['a.ts', 'b.py'], loader: 'textFile', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.txt'], loader: 'textFile', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.txt', 'b.md'], loader: 'textFile', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.pdf', 'b.csv'], loader: 'fileLoader', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['a.eml'], loader: 'fileLoader', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['LICENSE'], loader: 'fileLoader', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['notes.archive'], loader: 'fileLoader', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['docs/a.pdf', 'docs/b.pdf'], loader: 'fileLoader', splitter: 'recursiveCharacterTextSplitter' },
    { paths: ['docs/a.md'], loader: 'fileLoader', splitter: 'markdownTextSplitter' },
  ])('for $paths: $loader and $splitter', ({ paths, loader, splitter }) => {
    const flow = createFlowForFiles(paths);
    expect(namesOf(flow, 'documentloader')).toEqual([loader]);
    expect(namesOf(flow, 'textsplitter')).toEqual(splitter === undefined ? [] : [splitter]);
    expect(namesOf(flow, 'embedding')).toEqual(['transformersEmbeddings']);
    expect(namesOf(flow, 'vectorstore')).toEqual(['hnsw']);
    expect(namesOf(flow, 'recordmanager')).toEqual(['SQLiteRecordManager']);
    expect(checkFlow(flow).problems).toEqual([]);
  });

  test('code is cut by its language', () => {
    expect(inputsOf(createFlowForFiles(['a.py', 'b.py']), 'codeTextSplitter')?.language).toBe('python');
  });

  test('a folder, a page and a text are read by the flow itself', () => {
    const folder = createFlowForFolder('/home/ida/Handbook');
    expect(inputsOf(folder, 'folderFiles')).toMatchObject({ folderPath: '/home/ida/Handbook', recursive: true });
    const address = createFlowForAddress('https://example.com/docs');
    expect(inputsOf(address, 'cheerioWebScraper')?.url).toBe('https://example.com/docs');
    const text = createFlowForText('Bees fly.');
    expect(inputsOf(text, 'plainText')?.text).toBe('Bees fly.');
    for (const flow of [folder, address, text]) {
      expect(checkFlow(flow).problems).toEqual([]);
      // What is no longer there goes from the store.
      expect(inputsOf(flow, 'SQLiteRecordManager')?.cleanup).toBe('full');
    }
  });
});

describe('The name of a flow for documents', () => {
  test.each([
    { paths: ['handbook.pdf'], name: 'handbook' },
    { paths: ['.bashrc'], name: '.bashrc' },
    { paths: ['a.tar.gz', 'b.md', 'c.md'], name: 'a.tar and 2 more' },
    { paths: ['Garden/a.md', 'Garden/sub/b.md'], name: 'Garden' },
    { paths: ['Garden/a.md', 'b.md'], name: 'a and 1 more' },
    { paths: [`${'x'.repeat(80)}.pdf`], name: `${'x'.repeat(59)}…` },
  ])('of $paths is $name', ({ paths, name }) => expect(nameForFiles(paths)).toBe(name));

  test('of folders, pages and texts', () => {
    expect(nameForFolder('/home/ida/Handbook/')).toBe('Handbook');
    expect(nameForFolder('C:\\Users\\ida\\Notes')).toBe('Notes');
    expect(nameForAddress('https://www.example.com/docs?a=1')).toBe('example.com');
    expect(nameForText('\n# Meeting of the society\n\nWater.')).toBe('Meeting of the society');
    expect(nameForText('---')).toBe('Text');
  });
});
