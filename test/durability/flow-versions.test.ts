import { expect, test } from 'vitest';
import { FlowVersionContentSchema, FlowVersionListSchema } from '../../shared/api/flow-versions.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

test('a change that was answered, and the version of before, are there after a kill', async () => {
  const folder = makeTemporaryFolder();
  try {
    const first = await startServerProcess({ dataDir: folder.path });
    const api = createApiClient(first.url);
    const flow = await api.createFlow(makeFlow({ basepath: 'http://127.0.0.1:9/v1' }));
    await api.json('PUT', `/chatflows/${flow.id}`, { flowData: '{"nodes":[],"edges":[]}' });
    await first.kill();

    const second = await startServerProcess({ dataDir: folder.path });
    try {
      const again = createApiClient(second.url);
      const now = await again.get(`/chatflows/${flow.id}`);
      expect(now.body).toMatchObject({ flowData: '{"nodes":[],"edges":[]}' });
      const path = `/chatflows/${flow.id}/versions`;
      const versions = FlowVersionListSchema.parse((await again.get(path)).body);
      expect(versions).toHaveLength(1);
      const version = await again.get(`${path}/${versions[0]?.id}`);
      expect(FlowVersionContentSchema.parse(version.body).flowData).toBe(flow.flowData);
    } finally {
      await second.stop();
    }
  } finally {
    folder.remove();
  }
});
