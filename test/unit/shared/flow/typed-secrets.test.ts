import { describe, expect, test } from 'vitest';
import { sealFlowSecrets } from '../../../../electron/server/services/flow-secrets.ts';
import type { FlowNode } from '../../../../shared/flow/flow-document.ts';
import { mendFlowData } from '../../../../shared/flow/mend-flow.ts';
import {
  isSameSavedFlow,
  lacksSecrets,
  withoutTypedSecrets,
  withSavedSecrets,
} from '../../../../shared/flow/typed-secrets.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { node } from '../../../helpers/builders/flows.ts';

const { cheerioWebScraper, qdrant } = nodeDefinitions;

const flow = (...nodes: FlowNode[]) => JSON.stringify({ nodes, edges: [] });
const page = (url: string) => node(cheerioWebScraper, { url });
const store = (inputs: object) => node(qdrant, { qdrantServerUrl: 'http://localhost:6333', ...inputs });
const typed = flow(page('https://me:secret-1@example.com/a'), store({ qdrantApiKey: 'secret-2' }));

/** As the server saves it. */
function saved(flowData: string): string {
  return sealFlowSecrets(mendFlowData(flowData), 'Flow', {
    credentials: { open: () => undefined, store: () => 'credential-1' },
    secretKey: () => Buffer.alloc(32, 1),
  });
}

describe('A flow with typed secrets', () => {
  test('is the one that the server made of it', () => {
    expect(saved(typed)).not.toContain('secret-');
    expect(isSameSavedFlow(typed, saved(typed))).toBe(true);
    expect(isSameSavedFlow(saved(typed), typed)).toBe(true);
  });

  test.each([
    ['another host', flow(page('https://me:secret-1@example.org/a'), store({ qdrantApiKey: 'secret-2' }))],
    ['another user', flow(page('https://you:secret-1@example.com/a'), store({ qdrantApiKey: 'secret-2' }))],
    ['another value', flow(page('https://me:secret-1@example.com/a'), store({ qdrantApiKey: 'x', topK: '7' }))],
    ['a node less', flow(page('https://me:secret-1@example.com/a'))],
  ])('with %s is another one', (_, other) => {
    expect(isSameSavedFlow(saved(typed), other)).toBe(false);
  });

  test('another credential, or another encrypted password, is another flow', () => {
    const one = saved(typed);
    expect(isSameSavedFlow(one, one.replace('credential-1', 'credential-2'))).toBe(false);
    expect(
      isSameSavedFlow(
        one,
        one.replace(/sealed\.\w/, (text) => `${text}0`),
      ),
    ).toBe(false);
  });

  test("is stored in the browser without secrets, and still equals the server's flow", () => {
    const kept = withoutTypedSecrets(typed);
    expect(kept).not.toContain('secret-');
    expect(lacksSecrets(kept)).toBe(true);
    expect(isSameSavedFlow(kept, saved(typed))).toBe(true);
    expect(isSameSavedFlow(kept, saved(flow(page('https://me:secret-1@example.com/b'))))).toBe(false);
  });

  test("gets its secrets back from the server's flow", () => {
    const server = saved(typed);
    const filled = withSavedSecrets(withoutTypedSecrets(typed), server);
    expect(lacksSecrets(filled)).toBe(false);
    expect(isSameSavedFlow(filled, server)).toBe(true);
    expect(filled).toContain('credential-1');
    expect(filled).not.toContain('qdrantApiKey":""');
  });

  test('gets no password back for another host', () => {
    const moved = withoutTypedSecrets(flow(page('https://me:secret-3@example.org/a')));
    expect(withSavedSecrets(moved, saved(typed))).not.toContain('sealed.');
  });

  test('without any stays to the letter', () => {
    const plain = flow(page('https://example.com/'), store({ qdrantApiKey: '{{$vars.key}}' }));
    expect(withoutTypedSecrets(plain)).toBe(plain);
    expect(withSavedSecrets(plain, saved(typed))).toBe(plain);
  });
});
