import { describe, expect, test } from 'vitest';
import type { SavedChatflow } from '../../../../../renderer/api/chatflows.ts';
import type { FlowFields } from '../../../../../renderer/stores/saving/drafts.ts';
import { createFlowWriter, FlowConflict } from '../../../../../renderer/stores/saving/flow-writer.ts';
import { ApiError } from '../../../../../shared/client/api-error.ts';
import type { ErrorCode } from '../../../../../shared/errors/error-codes.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { node } from '../../../../helpers/builders/flows.ts';

const drawing = (remarks: string) => JSON.stringify({ nodes: [], edges: [], remarks });

const first: SavedChatflow = {
  id: 'flow',
  name: 'First',
  flowData: drawing('1'),
  apiConfig: null,
  deployed: null,
  isPublic: null,
  apikeyid: null,
  chatbotConfig: null,
  analytic: null,
  speechToText: null,
  textToSpeech: null,
  followUpPrompts: null,
  category: null,
  type: 'CHATFLOW',
  createdDate: '2025-01-15T10:30:00.000Z',
  updatedDate: '2025-01-15T10:30:00.000Z',
  etag: '1',
};

function fail(status: number, code: ErrorCode): never {
  throw new ApiError(code, { status, code });
}

/** One flow on a server that knows versions. */
function fakeServer() {
  let present: SavedChatflow | undefined = first;
  const change = (fields: Partial<SavedChatflow>) => {
    present = { ...(present ?? first), ...fields, etag: String(Number(present?.etag) + 1) };
    return present;
  };
  return {
    change,
    remove() {
      present = undefined;
    },
    get flow() {
      return present;
    },
    calls: {
      put: async (_: string, fields: FlowFields, ifMatch: string | undefined) => {
        if (present === undefined) fail(404, 'CHATFLOW_NOT_FOUND');
        if (ifMatch !== undefined && ifMatch !== present.etag) fail(412, 'CHANGED_MEANWHILE');
        return change(fields);
      },
      read: async () => present ?? fail(404, 'CHATFLOW_NOT_FOUND'),
    },
  };
}

const mine: FlowFields = { name: 'First', flowData: drawing('mine'), apiConfig: null };

describe('The writer of a flow', () => {
  test('writes version after version', async () => {
    const server = fakeServer();
    const writer = createFlowWriter(first, server.calls);
    await writer.put(mine, []);
    await writer.put({ ...mine, flowData: drawing('mine 2') }, []);
    expect(server.flow).toMatchObject({ flowData: drawing('mine 2'), etag: '3' });
  });

  test('writes nothing over a drawing that somebody else changed, and tells of it', async () => {
    const server = fakeServer();
    const theirs = server.change({ flowData: drawing('theirs') });
    const writer = createFlowWriter(first, server.calls);
    const conflict = await writer.put(mine, []).catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(FlowConflict);
    expect(conflict).toMatchObject({ theirs });
    expect(server.flow).toBe(theirs);
    writer.rebase(theirs);
    expect(await writer.put(mine, [])).toMatchObject({ flowData: drawing('mine') });
  });

  test.each([
    [
      'a new name goes together with a new drawing',
      { name: 'Theirs' },
      mine,
      { name: 'Theirs', flowData: drawing('mine') },
    ],
    [
      'a change of other fields is kept',
      { category: 'theirs' },
      mine,
      { category: 'theirs', flowData: drawing('mine') },
    ],
    ['the same change made twice is no conflict', { flowData: drawing('mine') }, mine, { flowData: drawing('mine') }],
  ])('%s', async (_, theirs, fields, expected) => {
    const server = fakeServer();
    server.change(theirs);
    expect(await createFlowWriter(first, server.calls).put(fields, [])).toMatchObject(expected);
  });

  test('two new names are a conflict', async () => {
    const server = fakeServer();
    server.change({ name: 'Theirs' });
    const put = createFlowWriter(first, server.calls).put({ ...mine, name: 'Mine' }, []);
    await expect(put).rejects.toBeInstanceOf(FlowConflict);
  });

  test('an own change whose answer was lost is no conflict', async () => {
    const server = fakeServer();
    const writer = createFlowWriter(first, server.calls);
    server.change({ flowData: drawing('mine') });
    expect(await writer.put({ ...mine, flowData: drawing('mine 2') }, [mine])).toMatchObject({
      flowData: drawing('mine 2'),
    });
  });

  test('an own change is known by what the server makes of it: mended, and with passwords encrypted', async () => {
    const server = fakeServer();
    const writer = createFlowWriter(first, server.calls);
    const drawingOf = (url: string) =>
      JSON.stringify({ nodes: [node(nodeDefinitions.cheerioWebScraper, { url })], edges: [] });
    const typed = drawingOf('https://me:secret@example.com/');
    server.change({ flowData: drawingOf('https://me:sealed.c2VhbGVk@example.com/') });
    const next = drawing('2');
    expect(await writer.put({ ...mine, flowData: next }, [mine, { ...mine, flowData: typed }])).toMatchObject({
      flowData: next,
    });
  });

  test('a flow that was deleted is a conflict without another version', async () => {
    const server = fakeServer();
    server.remove();
    const conflict = await createFlowWriter(first, server.calls)
      .put(mine, [])
      .catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(FlowConflict);
    expect(conflict).toMatchObject({ theirs: undefined });
  });
});
