import { NewApiKeySchema } from '../../../shared/api/apikeys.ts';
import type { ApiClient } from '../servers/api-client.ts';

/** Makes a key for calls. */
export async function newKey(api: ApiClient, keyName = 'A script') {
  return NewApiKeySchema.parse((await api.json('POST', '/apikey', { keyName })).body);
}

/** The headers of a call with a key. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
