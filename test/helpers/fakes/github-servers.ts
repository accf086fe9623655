import { afterEach } from 'vitest';
import { type FakeGithub, type FakeGithubOptions, openFakeGithub } from './fake-github.ts';

/** Opens servers for the tests of one file; each is closed after its test. */
export function makeGithubServers(): (options: FakeGithubOptions) => Promise<FakeGithub> {
  let servers: FakeGithub[] = [];
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    servers = [];
  });
  return async (options) => {
    const server = await openFakeGithub(options);
    servers.push(server);
    return server;
  };
}

/** A text that no cache has seen. */
export function freshText(label: string): string {
  return `# ${label}\n\nText of ${label} in ${crypto.randomUUID()}.`;
}
