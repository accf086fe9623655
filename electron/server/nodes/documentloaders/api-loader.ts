import { UserError } from '../../../../shared/errors/errors.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { apiLoader as definition } from '../../../../shared/nodes/documentloaders/api-loader.ts';
import { implement } from '../../core/node-kinds.ts';
import { parseWebAddress } from '../../http/web-errors.ts';
import { parsePointer } from '../../readers/json/json-path.ts';
import { metadataPointers } from '../../readers/json/metadata-pointers.ts';
import type { Paging } from '../../sources/api/paging.ts';
import { type ApiOptions, readApi } from '../../sources/api/read-api.ts';
import { checkAddress } from '../../sources/check-address.ts';

type Params = ParamsOf<typeof definition>;

/** The items of an API's answers: one document per item, or per answer. */
export const apiLoader = implement(definition, {
  open: (params) => ({
    async *loadOrigin(context) {
      yield* readApi(apiOptions(params), context);
    },
  }),
  checkConnection: ({ url, allowLocalNetwork, ...params }, signal) =>
    checkAddress(
      {
        address: url,
        param: 'url',
        allowLocalNetwork,
        headers: requestHeaders(params),
        // Sending the body might change something.
        ...(params.method === 'POST' ? { method: 'HEAD' } : {}),
      },
      signal,
    ),
});

function apiOptions(params: Params): ApiOptions {
  const pointer = params.pointer.trim();
  return {
    url: parseWebAddress(params.url),
    body: params.method === 'POST' ? params.body : undefined,
    headers: requestHeaders(params),
    selection: {
      items: pointer === '' ? undefined : parsePointer(pointer),
      content: parsePointer(params.contentPointer.trim()),
      id: parsePointer(params.idPointer.trim()),
      fields: metadataPointers(params.metadataPointers),
    },
    paging: pagingOf(params),
    maxPages: params.maxPages,
    timeoutMs: params.timeout,
    allowLocalNetwork: params.allowLocalNetwork,
  };
}

function pagingOf({ paging, pageParam, startPage, cursorPointer, cursorParam }: Params): Paging {
  if (paging === 'page') return { kind: 'page', param: pageParam.trim(), start: startPage };
  if (paging !== 'cursor') return { kind: paging };
  const steps = parsePointer(cursorPointer.trim());
  if (steps.length === 0) {
    const message = 'Pages by cursor need a pointer to the cursor: write one such as /meta/next_cursor.';
    throw new UserError('INVALID_PARAM', message, { details: { param: 'cursorPointer' } });
  }
  return { kind: 'cursor', param: cursorParam.trim(), steps };
}

function requestHeaders({ headers, token, tokenHeader }: Pick<Params, 'headers' | 'token' | 'tokenHeader'>) {
  const texts = Object.entries(headers).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name.toLowerCase(), value];
    if (typeof value === 'number' || typeof value === 'boolean') return [name.toLowerCase(), String(value)];
    const message = `The header "${name}" is not a text: write {"${name}": "value"}.`;
    throw new UserError('INVALID_PARAM', message, { details: { param: 'headers' } });
  });
  const secret = token.trim();
  if (secret === '') return Object.fromEntries(texts);
  const name = tokenHeader.trim().toLowerCase();
  const isBare = name === 'authorization' && !/\s/.test(secret);
  return { ...Object.fromEntries(texts), [name]: isBare ? `Bearer ${secret}` : secret };
}
