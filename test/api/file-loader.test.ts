import { expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeEpub } from '../helpers/builders/book-fixtures.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makeOdt } from '../helpers/builders/odf-fixtures.ts';
import { makeDocx, makePdf } from '../helpers/builders/office-fixtures.ts';
import { makePptx, makeXlsx } from '../helpers/builders/sheet-fixtures.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

async function newFlow(loader: 'fileLoader' | 'pdfFile' = 'fileLoader'): Promise<string> {
  const definition = nodeDefinitions[loader];
  const flow = makeFlow({ basepath: suite.fake.basepath, loader: definition });
  return (await suite.api.createFlow(flow, makeApiConfig({ [definition.label]: ['files'] }))).id;
}

test('one upload of files of every kind, some without a telling name, comes out of one query each', async () => {
  const id = await newFlow();
  const files = {
    'a.pdf': await makePdf(['The word is aardvark']),
    'b.docx': await makeDocx(['The word is badger']),
    'c.xlsx': makeXlsx(),
    'd.pptx': makePptx(),
    'e.epub': makeEpub([{ path: 'a.xhtml', page: '<p>The word is elephant</p>' }]),
    'f.odt': makeOdt('<text:p>The word is falcon</text:p>'),
    'g.rtf': '{\\rtf1 The word is gazelle}',
    'h.html': '<title>no</title><p>The word is hedgehog</p>',
    'i.xml': '<a><b>The word is iguana</b></a>',
    'j.eml': 'From: a@example.org\nSubject: Animals\n\nThe word is jackal',
    'k.srt': '1\n00:00:01,000 --> 00:00:02,000\nThe word is kangaroo\n',
    'l.md': 'The word is *lemur*',
    'm.json': '{"word": "meerkat"}',
    NOTES: 'The word is nightingale',
    'scan 😀': await makePdf(['The word is ocelot']),
  };
  await suite.api.upsert(
    id,
    Object.entries(files).map(([name, content]) => ({ name, content })),
  );
  const words = {
    aardvark: 'a.pdf',
    badger: 'b.docx',
    reeds: 'c.xlsx',
    stands: 'd.pptx',
    elephant: 'e.epub',
    falcon: 'f.odt',
    gazelle: 'g.rtf',
    hedgehog: 'h.html',
    iguana: 'i.xml',
    jackal: 'j.eml',
    kangaroo: 'k.srt',
    lemur: 'l.md',
    meerkat: 'm.json',
    nightingale: 'NOTES',
    ocelot: 'scan 😀',
  };
  for (const [query, source] of Object.entries(words)) {
    const { docs } = await suite.api.query(id, { query, mode: 'keyword', topK: 5 });
    expect(
      docs.map((doc) => doc.metadata.source),
      query,
    ).toContain(source);
  }
});

test('a file that nobody can read is refused, and both its name and what it is are told', async () => {
  const id = await newFlow();
  const noise = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, ...Array.from({ length: 200 }, () => 0)]);
  expect(await suite.api.upload(id, [{ name: 'tool', content: noise }])).toMatchObject({
    status: 415,
    body: { code: 'UNSUPPORTED_FILE_TYPE', message: expect.stringMatching(/"tool" is a program/) },
  });
});

test('a loader of one kind still refuses other names', async () => {
  const id = await newFlow('pdfFile');
  expect(await suite.api.upload(id, [{ name: 'report', content: await makePdf(['text']) }])).toMatchObject({
    status: 415,
    body: { code: 'UNSUPPORTED_FILE_TYPE', message: expect.stringContaining('.pdf') },
  });
});
