import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiConfigFor } from '../../shared/flow/starter-flow.ts';
import { FLOW_TEMPLATES } from '../../shared/flow/templates.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

const samples = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'samples');
let server: SharedServer;

beforeAll(async () => {
  server = await shareTestServer();
});

describe.each(FLOW_TEMPLATES)('the template $name', (template) => {
  test('runs at once on its samples, and answers a question about them', async () => {
    const api = createApiClient(server.url);
    const flow = template.draw(samples);
    const { id } = await api.createFlow(flow, JSON.stringify(createApiConfigFor(flow)));
    const files = template.samples.map((name) => ({ name, content: readFileSync(join(samples, name)) }));
    const upserted =
      files.length > 0 ? await api.upload(id, files) : await api.json('POST', `/vector/upsert/${id}`, {});
    expect(upserted).toMatchObject({ status: 200, body: { numAdded: expect.any(Number) } });
    const answer = await api.json('POST', `/vector/query/${id}`, { query: template.question.text, topK: 3 });
    expect(JSON.stringify(answer.body).toLowerCase()).toContain(template.question.answer.toLowerCase());
  });
});

test('no two templates are drawn of the same nodes', () => {
  const drawings = FLOW_TEMPLATES.map(({ draw }) =>
    draw(samples)
      .nodes.map(({ data }) => data.name)
      .join(),
  );
  expect(new Set(drawings).size).toBe(FLOW_TEMPLATES.length);
});
