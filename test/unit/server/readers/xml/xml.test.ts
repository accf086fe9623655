import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const textOf = async (xml: string | Uint8Array) => (await readAny(await makeFile('a.xml', xml))).documents[0]?.text;

describe('an XML file', () => {
  test('gives records as paragraphs and their fields as lines', async () => {
    const xml = `<?xml version="1.0"?>
      <people><person id="1"><name>Ada</name><born>1815</born></person><person><name>Grace &amp; co</name>
      <born>1906</born></person></people>`;
    expect(await textOf(xml)).toBe('Ada\n1815\n\nGrace & co\n1906');
  });

  test('keeps elements amid text in their line', async () => {
    const xml =
      '<doc><para>The <b>big</b> p<i>um</i>p.</para><para><b>Note</b> this.</para><para>x<![CDATA[ < y]]></para></doc>';
    expect(await textOf(xml)).toBe('The big pump.\n\nNote this.\n\nx < y');
  });

  test('gives the texts of a feed without their tags', async () => {
    const item = (content: string) => `<item>${content}</item>`;
    const rss = `<rss xmlns:content="c"><channel><title>Harbour &amp;amp; sea</title>
      ${item('<description>&lt;p&gt;A &lt;b&gt;crane&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</description>')}
      ${item('<content:encoded><![CDATA[<ul><li>One</li></ul><img src="x">]]></content:encoded><guid>a</guid>')}
      ${item('<description>1 &lt; 2 and 3 &gt; 2</description>')}</channel></rss>`;
    expect(await textOf(rss)).toBe('Harbour & sea\nA crane\n\nTwo\n\n- One\na\n\n1 < 2 and 3 > 2');
    const atom = '<feed><entry><content type="html">&lt;em&gt;New&lt;/em&gt; quay</content></entry></feed>';
    expect(await textOf(atom)).toBe('New quay');
    expect(await textOf('<help><title>The &lt;b&gt; tag</title></help>')).toBe('The <b> tag');
  });

  test('never expands what it defines itself', async () => {
    const xml = `<!DOCTYPE a [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
      <a><b>&lol2;</b><b>&file;</b></a>`;
    expect(await textOf(xml)).toBe('&lol2;\n&file;');
  });

  test.each([
    ['windows-1251', 'Привет'],
    ['Shift_JIS', '日本語'],
    ['iso-8859-1', 'Grüße'],
  ])('is read in the encoding that it names: %s', async (encoding, text) => {
    const xml = `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;
    expect(await textOf(iconv.encode(xml, encoding))).toBe(text);
  });

  test('is read in UTF-16, whatever it says', async () => {
    const xml = '<?xml version="1.0" encoding="utf-8"?><a>Grüße</a>';
    expect(await textOf(iconv.encode(xml, 'utf16le', { addBOM: true }))).toBe('Grüße');
    expect(await textOf(iconv.encode(xml, 'utf16be', { addBOM: true }))).toBe('Grüße');
  });

  test('is read in spite of faults that cost no text', async () => {
    expect(await textOf('\n<?xml version="1.0"?><a>one&nbsp;two</a><a>three\u0001</a>')).toBe(
      'one&nbsp;two\nthree\u0001',
    );
  });

  test.each([
    ['breaks off', '<a><b>one</b><b>tw', 'FILE_CORRUPT', 'a.xml'],
    ['has crossed tags', '<a><b>one</a></b>', 'FILE_CORRUPT', 'its XML is damaged'],
    ['holds attributes only', '<a b="one"/>', 'FILE_HAS_NO_TEXT', 'as plain text'],
    ['is a plain text', 'one < two', 'UNSUPPORTED_FILE_TYPE', '"a.xml" is not an XML file but a text file'],
    ['is nested without end', '<a>'.repeat(20_000), 'FILE_CORRUPT', '10000'],
    ['is empty', '', 'FILE_EMPTY', 'a.xml'],
  ])('that %s is refused', async (_what, xml, code, words) => {
    await expect(textOf(xml)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });
});
