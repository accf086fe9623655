import { describe, expect, test } from 'vitest';
import { secretNames } from '../../../../shared/flow/credential-reference.ts';
import { allNodeDefinitions, findNodeDefinition, nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { hostOf, listsHost, secretHosts, vendorHosts } from '../../../../shared/nodes/secret-hosts.ts';

test.each(allNodeDefinitions.filter((node) => secretNames(node).length > 0).map((node) => [node.name, node]))(
  '%s says where its secrets go',
  (_name, node) => {
    expect(node.credential).toBeDefined();
    expect(node.secretAddresses).toBeDefined();
  },
);

describe('hostOf', () => {
  test.each([
    ['https://api.openai.com/v1', 'api.openai.com'],
    ['  https://API.openai.com:443 ', 'api.openai.com'],
    ['http://api.openai.com', 'api.openai.com:80'],
    ['http://localhost:1234/v1', 'localhost:1234'],
    ['https://api.openai.com@evil.example/', 'evil.example'],
    ['https://evil.example/#https://api.openai.com', 'evil.example'],
    ['api.openai.com', undefined],
    ['{{$vars.base}}', undefined],
    ['', undefined],
  ])('%j is %j', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });
});

test('a node under another of its names sends its secrets where the node itself does', () => {
  const local = findNodeDefinition('localAIEmbeddings');
  const inputs = { basePath: 'http://localhost:8080/v1', modelName: 'm' };
  expect(local === undefined ? [] : secretHosts(local, inputs)).toEqual(['localhost:8080']);
});

test('a list has a host by name, or all below a name', () => {
  const list = ['api.openai.com', '*.amazonaws.com'];
  const hosts = [
    'api.openai.com',
    's3.amazonaws.com',
    'amazonaws.com',
    'evilamazonaws.com',
    's3.amazonaws.com.evil.example',
  ];
  expect(hosts.filter((host) => listsHost(list, host))).toEqual(['api.openai.com', 's3.amazonaws.com']);
});

test('a field of a credential makes a host only if it is a name', () => {
  const patterns = ['{instance}.openai.azure.com'];
  expect(vendorHosts(patterns, { instance: 'Ours' })).toEqual(['ours.openai.azure.com']);
  for (const instance of ['', 'evil.example/', '*']) expect(vendorHosts(patterns, { instance })).toEqual([]);
});

test.each([
  ['postgres', { host: 'db.example', database: 'd' }, ['db.example:5432']],
  ['sqlDatabase', { databaseType: 'mysql', host: 'db.example', database: 'd', query: 'SELECT 1' }, ['db.example:3306']],
  ['sqlDatabase', { databaseType: 'sqlite', filePath: '/d.db', query: 'SELECT 1' }, []],
  ['github', { repoLink: 'a/b' }, ['api.github.com']],
  ['github', { repoLink: 'a/b', githubBaseUrl: 'https://git.example' }, ['git.example']],
  ['github', { repoLink: 'a/b', githubInstanceApi: 'https://evil.example' }, ['evil.example']],
  ['s3Directory', { bucketName: 'bucket', serverUrl: 'https://minio.example:9000' }, ['minio.example:9000']],
  ['cohereEmbeddings', {}, ['api.cohere.com']],
  ['huggingFaceInferenceEmbeddings', {}, ['router.huggingface.co']],
  ['googleGenerativeAiEmbeddings', {}, ['generativelanguage.googleapis.com']],
  ['mistralAIEmbeddings', {}, ['api.mistral.ai']],
  ['mistralAIEmbeddings', { overrideEndpoint: 'https://proxy.example/mistral' }, ['proxy.example']],
  ['voyageAIEmbeddings', {}, ['api.voyageai.com']],
  ['voyageAIEmbeddings', { endpoint: 'https://proxy.example/v1/embeddings' }, ['proxy.example']],
  ['jinaEmbeddings', {}, ['api.jina.ai']],
] as const)('%s with %j sends secrets to %j', (name, inputs, hosts) => {
  expect(secretHosts(nodeDefinitions[name], inputs)).toEqual(hosts);
});
