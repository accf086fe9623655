import { createStarterFlow } from '../../../shared/flow/starter-flow.ts';
import { makeApiConfig } from '../builders/flows.ts';
import type { ApiClient } from './api-client.ts';

/** Has a server load the built-in model, for tests that wait in the page for what is embedded: beside other work the first time takes long. */
export async function warmModel(api: ApiClient): Promise<void> {
  const { id } = await api.createFlow(createStarterFlow(), makeApiConfig({ 'File Loader': ['files'] }));
  await api.upsert(id, [{ name: 'warm.txt', content: `Warm at ${Date.now()}.` }]);
  await api.call('DELETE', `/chatflows/${id}`);
}
