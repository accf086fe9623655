import { expect, test } from 'vitest';
import { hostBehind } from '../../../../shared/net/where-models-run.ts';

test.each([
  ['http://localhost:11434', 'qwen3:4b', undefined],
  ['http://127.0.0.1:1234/v1', 'gemma', undefined],
  ['http://127.8.9.1', 'gemma', undefined],
  ['http://[::1]:8080', 'gemma', undefined],
  ['http://0.0.0.0:8080', 'gemma', undefined],
  ['http://models.localhost:8080', 'gemma', undefined],
  ['http://localhost:11434', 'gpt-oss:120b-cloud', 'ollama.com'],
  ['http://localhost:11434', 'glm-5:cloud', 'ollama.com'],
  ['https://api.openai.com/v1', 'gpt-4o-mini', 'api.openai.com'],
  ['http://192.168.0.7:11434', 'qwen3:4b', '192.168.0.7:11434'],
  ['http://localhost.example.com', 'qwen3:4b', 'localhost.example.com'],
  ['http://127.0.0.1.nip.io', 'qwen3:4b', '127.0.0.1.nip.io'],
  ['no address', 'qwen3:4b', 'no address'],
])('%s with %s sends questions to %s', (address, model, host) => {
  expect(hostBehind(address, model)).toBe(host);
});
