import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UpsertResultSchema, VectorQueryResultSchema } from '../../shared/api/vector.ts';
import { allNodeDefinitions, nodeDefinitions } from '../../shared/nodes/registry.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${top}README.md`, 'utf8');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

test('the example of the page on keys works as pasted', async () => {
  const page = readFileSync(`${top}docs/keys-and-secrets.md`, 'utf8');
  const example = /```sh\n(API=[^`]*)```/.exec(page)?.[1] ?? '';
  const script = example.replace('http://127.0.0.1:3000', server.url);
  expect(script).toContain(server.url);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
  expect(stdout).toMatch(/^\[\{"id":"[0-9a-f-]{36}","name":"My documents"/);
});

test("the README's curl example works as pasted: a real PDF goes in, the right passage comes out", async () => {
  const example = /```sh\n(API=[^`]*)```/.exec(readme)?.[1] ?? '';
  // Only the address differs: the example has the default port, which another program may hold here.
  const script = example.replace('http://127.0.0.1:3000', server.url).replaceAll(/^curl/gm, 'echo; curl');
  expect(script).toContain(server.url);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: top });
  const [upserted, asked] = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
  expect(UpsertResultSchema.parse(upserted).numAdded).toBeGreaterThan(0);
  const { docs } = VectorQueryResultSchema.parse(asked);
  expect(docs).toHaveLength(1);
  expect(docs[0]?.pageContent).toContain('Tomasz Brandt');
  expect(docs[0]?.metadata.source).toBe('garden-handbook.pdf');
});

test('what the README links to and shows is there', () => {
  const targets = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
  expect(targets.length).toBeGreaterThan(2);
  for (const target of targets) expect(() => readFileSync(`${top}${target}`)).not.toThrow();
});

test('the table of what can be read names every loader, and every kind of file that is not plain text', () => {
  const table = /## What it can read\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const loaders = allNodeDefinitions.filter(({ kind }) => kind === 'documentloader');
  expect(loaders.filter(({ label }) => !table.includes(label)).map(({ label }) => label)).toEqual([]);
  const plain = new Set<string>(nodeDefinitions.textFile.upload?.extensions);
  const variants = new Set<string>(['.xhtml', '.markdown', '.mdx', '.ott', '.ots', '.otp']);
  const formats = (nodeDefinitions.fileLoader.upload?.extensions ?? []).filter(
    (name) => !plain.has(name) && !variants.has(name),
  );
  expect(formats.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
