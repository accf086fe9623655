import { expect, test } from 'vitest';
import { environmentFor } from '../../../../shared/ipc/server-messages.ts';

test('only programs with packages of others go without the environment, but for what connections need', () => {
  const all = {
    SystemRoot: 'C:\\Windows',
    OPENAI_API_KEY: 'sk',
    LANGSMITH_TRACING: 'true',
    NODE_EXTRA_CA_CERTS: 'ca.pem',
  };
  expect(environmentFor('answer-process', all)).toEqual({ SystemRoot: 'C:\\Windows', NODE_EXTRA_CA_CERTS: 'ca.pem' });
  expect(environmentFor('model-process', all)).toEqual(all);
});
