import { expect, test } from 'vitest';
import { findInOriginal } from '../../../../../electron/server/pipeline/original/find-in-original.ts';
import { openRecogniser } from '../../../../../electron/server/recognition/text-recogniser.ts';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const makeFile = sourceFileMaker();
const ATTACHED = `From: a@example.org
Subject: Birds
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

See there.
--b
Content-Type: text/plain
Content-Disposition: attachment; filename="birds.md"

# Birds

The heron waits.
--b--
`;

test.each([
  ['all.zip', makeZip({ 'a.txt': 'The heron waits.', 'b.txt': 'The heron waits.' }), 1],
  ['mail.eml', ATTACHED, 1],
  ['all.mbox', `From a@example.org Fri Jan 30 10:00:00 2026\n${ATTACHED}`, 1],
  ['notes.ipynb', JSON.stringify({ cells: [{ cell_type: 'markdown', source: 'The heron waits.' }] }), 0],
  ['birds.json', JSON.stringify({ birds: [{ name: 'Heron' }, { note: 'The heron waits.', number: 3 }] }), 1],
] as const)('a chunk of %s is found in the text of the file within that it is from', async (name, content, index) => {
  const file = await makeFile(name, content);
  const { documents } = await readAny(file);
  const document = documents[index];
  const from = document?.text.indexOf('The heron waits.') ?? -1;
  expect(from).toBeGreaterThanOrEqual(0);
  const passage = await findInOriginal(
    {
      file,
      loader: { name: 'fileLoader', params: {} },
      text: 'The heron waits.',
      metadata: { ...document?.metadata, source: name, loc: { offset: { from, to: from + 16 } } },
    },
    new AbortController().signal,
    openRecogniser(makeTemporaryFolder().path),
  );
  const before = documents.slice(0, index).reduce((sum, { text }) => sum + text.length + 2, 0);
  expect(passage).toMatchObject({
    kind: 'text',
    found: 'whole',
    ranges: [{ from: before + from, to: before + from + 16 }],
  });
});

const VOICES = `${'Other lines stand here. '.repeat(20)}\n\nThe heron waits. Nobody feeds it in win-\nter. The heron waits. It eats fish.\n\n${'More lines. '.repeat(20)}`;

test.each([
  [
    'the sentence of the chunk, not another one like it',
    'The heron waits. It eats fish.',
    [0, 16],
    'whole',
    'The heron waits.',
  ],
  [
    'one with a hyphen at a line end',
    'Nobody feeds it in winter. The heron waits.',
    [0, 26],
    'whole',
    'Nobody feeds it in win-\nter.',
  ],
  [
    'the chunk, where the sentence was changed',
    'Nobody feeds it in summer. The heron waits. It eats fish. More lines. More lines.',
    [0, 26],
    'around',
    'The heron waits. It eats fish.',
  ],
  ['nothing, where neither is there', 'Owls are heard at night, and never seen.', [0, 24], 'none', ''],
] as const)('a part of a chunk marks %s', async (_, text, [start, end], found, marked) => {
  const file = await makeFile('birds.txt', VOICES);
  const passage = await findInOriginal(
    { file, loader: { name: 'fileLoader', params: {} }, text, part: { start, end }, metadata: { source: 'birds.txt' } },
    new AbortController().signal,
    openRecogniser(makeTemporaryFolder().path),
  );
  if (passage.kind !== 'text') throw new Error('no text');
  expect(passage.found).toBe(found);
  expect(passage.ranges.map(({ from, to }) => passage.text.slice(from, to)).join('')).toContain(marked);
  if (found === 'whole') {
    const [range] = passage.ranges;
    expect(passage.text.slice(range?.from, range?.to)).toBe(marked);
    expect(range?.from).toBe(marked === 'The heron waits.' ? VOICES.lastIndexOf(marked) : VOICES.indexOf(marked));
  }
});
