/** Path ids that no row has and that must do no harm, as written in a path. */
export const HOSTILE_IDS: Readonly<Record<string, string>> = {
  'dots and slashes': '../../../../etc/passwd',
  'encoded dots and slashes': '..%2f..%2f..%2f..%2fetc%2fpasswd',
  backslashes: '..%5c..%5cwindows%5cwin.ini',
  'two dots': '..',
  'encoded dots': '%2e%2e',
  'a NUL byte': '%00',
  'a NUL byte in an id': '11111111-2222-4333-8444-555555555555%00.json',
  'broken percent encoding': '%E0%A4%A',
  'a lone percent sign': '100%',
  '10,000 characters': 'a'.repeat(10_000),
  'a quote and SQL': "x'%20OR%20'1'='1",
  'a prototype': '__proto__',
  constructor: 'constructor',
  'an emoji': '%F0%9F%93%84',
  brackets: '%5B%7B%22a%22%5D',
  'a line break': 'a%0d%0aSet-Cookie:%20x=1',
  'a space': '%20',
};

/** Texts that are not JSON, or JSON that targets a prototype. */
export const MALFORMED_JSON: readonly string[] = [
  '{"name":',
  '{name: "x"}',
  "{'name': 'x'}",
  '{"name":"x"',
  '{"a":1,}',
  '[1,2',
  'undefined',
  'NaN',
  '"\u0000',
  '\ufeff{',
  '{"__proto__":{"polluted":true}}',
  '{"name":{"__proto__":{"polluted":true}}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
];

/** JSON that is not an object. `null` counts as no body. */
export const NOT_OBJECTS: readonly string[] = ['[]', '[{}]', '"text"', '5', 'true', '[[]]'];

export interface FormBody {
  readonly type: string;
  readonly body: string;
}

const filePart =
  'content-disposition: form-data; name="files"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nWords.';

/** Multipart bodies that no parser accepts. */
export const MALFORMED_FORMS: Readonly<Record<string, FormBody>> = {
  'no boundary': { type: 'multipart/form-data', body: `--x\r\n${filePart}\r\n--x--\r\n` },
  'no end': { type: 'multipart/form-data; boundary=x', body: `--x\r\n${filePart}` },
  'no end of the headers': {
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\ncontent-disposition: form-data; name="files"',
  },
  'another boundary': { type: 'multipart/form-data; boundary=x', body: `--y\r\n${filePart}\r\n--y--\r\n` },
  'no multipart at all': { type: 'multipart/form-data; boundary=x', body: '{"overrideConfig":{}}' },
  'only line breaks': { type: 'multipart/form-data; boundary=x', body: '\r\n\r\n\r\n' },
  'an endless header': { type: 'multipart/form-data; boundary=x', body: `--x\r\n${'h'.repeat(200_000)}` },
  'another kind of multipart': { type: 'multipart/byteranges; boundary=x', body: `--x\r\n${filePart}\r\n--x--\r\n` },
};

/** Forms without a field or a file: they count as an empty body. */
export const EMPTY_FORMS: readonly FormBody[] = [
  { type: 'multipart/form-data; boundary=x', body: '' },
  { type: 'multipart/form-data; boundary=x', body: '--x--\r\n' },
  { type: 'multipart/form-data; boundary=x', body: '--x\r\n\r\nWords.\r\n--x--\r\n' },
];
