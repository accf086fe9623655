import { describe, expect, test } from 'vitest';
import { findParamProblems, parseParams } from '../../../../shared/flow/parse-params.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../../../shared/nodes/registry.ts';

function alias(name: string) {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`no node is called ${name}`);
  return definition;
}

describe('an alias keeps to the rules of the node that does its work', () => {
  test.each(['puppeteerWebScraper', 'playwrightWebScraper'])('%s: an address of the own network', (name) => {
    expect(findParamProblems(alias(name), { url: 'http://127.0.0.1/' })).toEqual([
      expect.objectContaining({ code: 'ADDRESS_REFUSED', param: 'url' }),
    ]);
  });

  test('S3: a server in the own network', () => {
    const inputs = { bucketName: 'docs', keyName: 'a.txt', serverUrl: 'http://localhost:9000' };
    expect(findParamProblems(alias('S3'), inputs)).toMatchObject([{ code: 'ADDRESS_REFUSED', param: 'serverUrl' }]);
    expect(findParamProblems(alias('S3'), { ...inputs, allowLocalNetwork: true })).toEqual([]);
  });

  test('localAIEmbeddings: what is no address, by the name that the field has there', () => {
    expect(findParamProblems(alias('localAIEmbeddings'), { basePath: 'localhost' })).toMatchObject([
      { param: 'basePath', message: expect.stringMatching(/^Base path must be an address/) },
    ]);
    expect(findParamProblems(alias('localAIEmbeddings'), { basePath: '{{$vars.server}}' })).toEqual([]);
  });
});

test('long paths of faiss make names of collections that a collection may have, none like another', () => {
  const paths = ['a', 'b'].flatMap((end) => [`/${'x'.repeat(200)}${end}`, `/${'ü'.repeat(60)}${end}`]);
  const where = { nodeId: 'faiss_0', label: 'Faiss' };
  const names = paths.map((basePath) => String(parseParams(alias('faiss'), { basePath }, where).collection));
  expect(new Set(names).size).toBe(paths.length);
  for (const collection of names) {
    expect(findParamProblems(alias('hnsw'), { collection })).toEqual([]);
  }
});

test('no vendor is known by all hosts below a name: somebody may rent one', () => {
  const hosts = allNodeDefinitions.flatMap(({ credential }) => credential?.vendorHosts ?? []);
  expect(hosts.filter((host) => host.includes('*'))).toEqual([]);
});
