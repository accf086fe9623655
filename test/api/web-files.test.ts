import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBodySchema } from '../../shared/api/common.ts';
import { WEB_FILE_NAME_HEADER } from '../../shared/api/web-files.ts';
import { type LocalSite, openLocalSite } from '../helpers/fakes/local-site.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let site: LocalSite;

beforeAll(async () => {
  server = await shareTestServer();
  site = await openLocalSite({
    '/guides/hours': '<h1>Opening hours</h1>',
    '/files/plan%20A': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 plan' },
    '/notes': { headers: { 'content-type': 'text/plain' }, body: 'Notes' },
    '/logo': { headers: { 'content-type': 'image/png' }, body: 'PNG' },
  });
});

afterAll(() => site.close());

function fetchFile(url: string, more: object = { allowLocalNetwork: true }): Promise<Response> {
  return fetch(`${server.url}/api/v1/web-files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, ...more }),
  });
}

async function nameOf(answer: Response): Promise<string> {
  expect(answer.status, await answer.clone().text()).toBe(200);
  return decodeURIComponent(answer.headers.get(WEB_FILE_NAME_HEADER) ?? '');
}

async function errorOf(answer: Response): Promise<{ status: number; code: string | undefined; message: string }> {
  const { code, message } = ErrorBodySchema.parse(await answer.json());
  return { status: answer.status, code, message };
}

describe('POST /web-files', () => {
  test('gives the bytes of an address, named by its site, its path, its query and its type', async () => {
    const { host } = new URL(site.origin);
    const page = await fetchFile(`${site.origin}/guides/hours`);
    expect(await nameOf(page)).toBe(`${host}/guides/hours.html`);
    expect(await page.text()).toBe('<h1>Opening hours</h1>');
    expect(await nameOf(await fetchFile(`${site.origin}/guides/hours?week=7`))).toBe(
      `${host}/guides/hours week=7.html`,
    );
    expect(await nameOf(await fetchFile(`${site.origin}/files/plan%20A`))).toBe(`${host}/files/plan A.pdf`);
    expect(await nameOf(await fetchFile(`${site.origin}/notes`))).toBe(`${host}/notes.txt`);
  });

  test('refuses an address of this machine unless it is allowed, and says what that is', async () => {
    site.forget();
    const refused = await errorOf(await fetchFile(`${site.origin}/guides/hours`, {}));
    expect(refused).toMatchObject({ status: 422, code: 'ADDRESS_REFUSED' });
    expect(refused.message).toMatch(/^127\.0\.0\.1 is .*: read it only if you trust what answers there\.$/);
    expect(site.requests).toEqual([]);
  });

  test('never reads an address that only a machine itself has', async () => {
    const refused = await errorOf(await fetchFile('http://169.254.169.254/latest/meta-data'));
    expect(refused).toMatchObject({ status: 422, code: 'ADDRESS_REFUSED' });
    expect(refused.message).toContain('never connects');
  });

  test('says what is wrong with an address, a page that is not there, and a picture', async () => {
    expect(await errorOf(await fetchFile('not an address'))).toMatchObject({ status: 422, code: 'INVALID_PARAM' });
    const missing = await errorOf(await fetchFile(`${site.origin}/missing`));
    expect(missing).toMatchObject({ status: 502, code: 'SERVICE_FAILED' });
    expect(missing.message).toContain('/missing');
    expect(await errorOf(await fetchFile(`${site.origin}/logo`))).toMatchObject({
      status: 415,
      code: 'UNSUPPORTED_FILE_TYPE',
    });
  });
});
