import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../build/lib/paths.mjs';
import { serverEnv } from '../../../build/lib/server-env.mjs';

const read = (path: string): string => readFileSync(join(root, 'build', path), 'utf8');

describe('The Dockerfile', () => {
  const text = read('container/Dockerfile');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const last = (instruction: string) => lines.findLast((line) => line.startsWith(`${instruction} `));

  test('has no error or warning', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test('runs the server as a user without rights, keeps its data in a volume, and asks whether it answers', () => {
    const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(final).toContain('USER node');
    expect(final.indexOf('USER node')).toBeLessThan(final.findIndex((line) => line.startsWith('ENTRYPOINT')));
    expect(final).toContain('VOLUME ["/data"]');
    expect(last('HEALTHCHECK')).toContain('/api/v1/ping');
    expect(last('FROM')).toMatch(/^FROM node:24-/);
    expect(final.join('\n')).toContain('TRIBUTARY_DATA_DIR=/data');
  });

  test('is run by the compose file with a root that can’t be written, and without rights', () => {
    expect(parse(read('container/compose.yaml')).services.tributary).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      volumes: ['data:/data'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });
});

test('the systemd unit runs the server as a user of its own that writes only its data', () => {
  const unit = read('systemd/tributary.service');
  const sections = unit.match(/^\[.*\]$/gm);
  expect(sections).toEqual(['[Unit]', '[Service]', '[Install]']);
  const odd = unit.split('\n').filter((line) => line !== '' && !/^(?:#|\[|[A-Z][A-Za-z]+=\S)/.test(line));
  expect(odd).toEqual([]);
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'StateDirectory=tributary', 'NoNewPrivileges=yes']) {
    expect(unit.split('\n')).toContain(line);
  }
  expect(unit).toContain('Environment=TRIBUTARY_DATA_DIR=/var/lib/tributary');
  expect(unit).toMatch(/^ExecStart=\S+ tributary serve --headless$/m);
});

test.each(['container/Dockerfile', 'systemd/tributary.service'])('%s starts the server as npm start does', (file) => {
  expect(read(file)).toContain(`MALLOC_ARENA_MAX=${serverEnv.MALLOC_ARENA_MAX}`);
});
