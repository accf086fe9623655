import { expect } from 'vitest';
import { z } from 'zod';
import { RunSchema } from '../../../shared/api/runs.ts';
import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { makeApiConfig, makeFlow } from '../builders/flows.ts';
import type { UploadedFile } from '../servers/api-client.ts';
import type { ApiSuite } from '../servers/api-suite.ts';

/** Uploads are accepted in the field `files`, for any loader. */
export const ANY_FILE = makeApiConfig(
  Object.fromEntries(
    ['Text File', 'PDF File', 'Docx File', 'CSV File', 'File Loader'].map((label) => [label, ['files']]),
  ),
);

const ERROR_KEYS = ['code', 'details', 'message', 'nodeId', 'stack', 'statusCode', 'success'];

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly nodeId?: string;
}

/** The expected shape of a failed upsert, which must reveal nothing about the machine. */
export function refusalChecks(suite: ApiSuite) {
  function expectError(answer: { status: number; body: unknown }, status: number, code: string, nodeId?: string): void {
    expect(answer).toMatchObject({ status, body: { statusCode: status, success: false, stack: {}, code } });
    expect(answer.body).toHaveProperty('message', expect.stringMatching(/\S/));
    if (nodeId !== undefined) expect(answer.body).toHaveProperty('nodeId', nodeId);
    for (const key of Object.keys(answer.body as object)) expect(ERROR_KEYS).toContain(key);
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain(suite.server.dataDir);
    expect(text).not.toMatch(/SQLITE|node_modules|at Object/);
  }

  /** Uploads, expects the error, and expects that nothing was stored. */
  async function expectRefused(flow: FlowDocument, files: readonly UploadedFile[], expected: Refusal): Promise<string> {
    const { id } = await suite.api.createFlow(flow, ANY_FILE);
    const answer = await suite.api.upload(id, files);
    expectError(answer, expected.status, expected.code, expected.nodeId);
    const runs = z.array(RunSchema).parse((await suite.api.get(`/runs?chatflowId=${id}`)).body);
    for (const run of runs) expect(run).toMatchObject({ status: 'FAILED', error: { code: expected.code } });
    const probe = makeFlow({ basepath: suite.fake.basepath, store: { collection: id } });
    const reader = await suite.api.createFlow(probe);
    expect((await suite.api.query(reader.id, { query: 'anything', mode: 'vector' })).docs).toEqual([]);
    return (answer.body as { message: string }).message;
  }
  return { expectError, expectRefused };
}
