import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

/** hh:mm:ss,mmm of a number of seconds. */
function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
}

function srt(cues: readonly (readonly [from: number, to: number, text: string])[]): string {
  return cues.map(([from, to, text], index) => `${index + 1}\n${time(from)} --> ${time(to)}\n${text}\n`).join('\n');
}

describe('subtitles', () => {
  test('become paragraphs with their times', async () => {
    const long = 'word '.repeat(50).trim();
    const file = await makeFile(
      'a.srt',
      srt([
        [1, 3, '<i>Hello</i>\nthere.'],
        [3, 5, long],
        [3661, 3662.5, '{\\an8}Later.'],
      ]),
    );
    expect((await readAny(file)).documents).toEqual([
      { text: `Hello there. ${long}`, metadata: { startTime: '00:00:01', endTime: '00:00:05' } },
      { text: 'Later.', metadata: { startTime: '01:01:01', endTime: '01:01:02' } },
    ]);
    expect((await readAny(file, 'perFile')).documents).toEqual([
      { text: `Hello there. ${long}\n\nLater.`, metadata: {} },
    ]);
  });

  test('keep short lines together, and end long paragraphs with a sentence', async () => {
    const cues = Array.from(
      { length: 40 },
      (_, index) => [index * 10, index * 10 + 1, `Sentence ${index} of the film.`] as const,
    );
    const { documents } = await readAny(await makeFile('a.srt', srt(cues)));
    expect(documents.map(({ text }) => text).join(' ')).toBe(cues.map(([, , text]) => text).join(' '));
    for (const { text } of documents.slice(0, -1)) {
      expect(text.length).toBeGreaterThan(200);
      expect(text).toMatch(/\.$/);
    }
    const endless = Array.from({ length: 60 }, (_, index) => [index, index + 1, `and then ${index} and`] as const);
    const paragraphs = (await readAny(await makeFile('b.srt', srt(endless)))).documents;
    expect(paragraphs.map(({ text }) => text).join(' ')).toBe(endless.map(([, , text]) => text).join(' '));
    expect(Math.max(...paragraphs.map(({ text }) => text.length))).toBeLessThanOrEqual(1000);
  });

  test('are read in WebVTT, with who speaks and without notes and styles', async () => {
    const vtt = `WEBVTT - A talk
Kind: captions

STYLE
::cue { color: red }

NOTE
not said

intro
00:01.000 --> 00:02.000 align:start position:0%
<v Ada Lovelace>Fish &amp; <c.loud>chips</c>,
<00:01.500>hot

1:00:02.000 --> 1:00:03.000
<v.loud Grace>Yes &lt;3
`;
    const { documents } = await readAny(await makeFile('a.vtt', vtt.replaceAll('\n', '\r\n')));
    expect(documents).toEqual([
      {
        text: 'Ada Lovelace: Fish & chips, hot Grace: Yes <3',
        metadata: { startTime: '00:00:01', endTime: '01:00:03' },
      },
    ]);
  });

  test('say what live captions repeat once', async () => {
    const cues = [
      [0, 1, 'so this is'],
      [1, 2, 'so this is\nhow it works'],
      [2, 3, 'how it works'],
      [3, 4, 'how it works\nin the end'],
    ] as const;
    const { documents } = await readAny(await makeFile('a.srt', srt(cues)));
    expect(documents[0]?.text).toBe('so this is how it works in the end');
    const twice = srt([
      [0, 1, 'No.'],
      [1, 2, 'No.'],
    ]);
    expect((await readAny(await makeFile('b.srt', twice))).documents[0]?.text).toBe('No. No.');
  });

  test.each([
    ['a plain text', 'Only words.', 'UNSUPPORTED_FILE_TYPE'],
    [
      'cues without text',
      srt([
        [1, 2, ''],
        [2, 3, '<i></i>'],
      ]),
      'FILE_HAS_NO_TEXT',
    ],
    ['nothing', '', 'FILE_EMPTY'],
  ])('that are %s are refused by name', async (_what, text, code) => {
    await expect(readAny(await makeFile('a.srt', text))).rejects.toMatchObject({
      code,
      message: expect.stringContaining('"a.srt"'),
    });
  });
});
