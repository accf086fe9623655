import { describe, expect, test } from 'vitest';
import type { RecordManagerDeps } from '../../../../electron/server/core/record-manager.ts';
import type { VectorStoreDeps } from '../../../../electron/server/core/vector-store.ts';
import { MySQLRecordManager } from '../../../../electron/server/nodes/recordmanagers/mysql-record-manager.ts';
import { postgresRecordManager } from '../../../../electron/server/nodes/recordmanagers/postgres-record-manager.ts';
import { postgres } from '../../../../electron/server/nodes/vectorstores/postgres.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { parseNodeParams } from '../../../helpers/builders/parse-node-params.ts';

const unusedStores: VectorStoreDeps = {
  openCollection: () => expect.unreachable('a database keeps its own collections'),
  openMemoryStore: () => expect.unreachable('a database keeps its own collections'),
};
const unusedRecords: RecordManagerDeps = { openRecords: () => expect.unreachable('a database keeps its own records') };

const place = { host: 'db.example.com', database: 'docs', user: 'ada', password: 'pw' };
const definitions = [
  nodeDefinitions.postgres,
  nodeDefinitions.postgresRecordManager,
  nodeDefinitions.MySQLRecordManager,
] as const;

describe('Nodes on databases', () => {
  test('open without connecting, and close again', async () => {
    const store = postgres.open(nodeDefinitions.postgres.params.parse(place), undefined, {
      ...unusedStores,
      ownerId: 'flow',
    });
    expect(store).toMatchObject({ collection: 'postgres:db.example.com:5432/docs/documents' });
    const context = { ...unusedRecords, ownerId: 'flow', collection: store.collection };
    const records = [
      postgresRecordManager.open(nodeDefinitions.postgresRecordManager.params.parse(place), undefined, context),
      MySQLRecordManager.open(nodeDefinitions.MySQLRecordManager.params.parse(place), undefined, context),
    ];
    for (const opened of [store, ...records]) if ('close' in opened) await opened.close();
    for (const { namespace, cleanup, sourceIdKey } of records) {
      expect({ namespace, cleanup, sourceIdKey }).toEqual({
        namespace: `flow_${store.collection}`,
        cleanup: 'none',
        sourceIdKey: 'source',
      });
    }
  });

  test('a namespace takes the place of the flow', () => {
    const params = nodeDefinitions.MySQLRecordManager.params.parse({ ...place, namespace: 'ours', cleanup: 'full' });
    const records = MySQLRecordManager.open(params, undefined, { ...unusedRecords, ownerId: 'flow', collection: 'c' });
    expect(records).toMatchObject({ namespace: 'ours_c', cleanup: 'full' });
  });

  test('take the settings of exported flows: numbers as text, objects as text, unset as nothing', () => {
    const params = nodeDefinitions.postgres.params.parse({
      ...place,
      port: '6543',
      ssl: 'true',
      tableName: '',
      batchSize: '',
      topK: '7',
      distanceStrategy: '',
      pgMetadataFilter: '{"a": {"b": 1}}',
      additionalConfig: '',
    });
    expect(params).toMatchObject({
      port: 6543,
      ssl: true,
      tableName: 'documents',
      topK: 7,
      distanceStrategy: 'cosine',
    });
    expect(params).toMatchObject({
      pgMetadataFilter: { a: { b: 1 } },
      additionalConfig: {},
      contentColumnName: 'pageContent',
    });
  });

  test.each([
    [{ tableName: 'a b' }],
    [{ tableName: 'x"; DROP TABLE y; --' }],
    [{ tableName: 'a.b.c' }],
    [{ tableName: 'x'.repeat(64) }],
    [{ contentColumnName: 'embedding' }],
    [{ contentColumnName: "it's" }],
    [{ port: 70_000 }],
    [{ host: '' }],
  ])('%j is refused', (wrong) => {
    expect(nodeDefinitions.postgres.params.safeParse({ ...place, ...wrong }).success).toBe(false);
  });

  test('a table of records leaves room for the names of the others, and has a schema in PostgreSQL only', () => {
    const accepts = (definition: (typeof definitions)[1 | 2], tableName: string): boolean =>
      definition.params.safeParse({ ...place, tableName }).success;
    expect(
      definitions
        .slice(1)
        .map((definition) => definition.params.safeParse({ ...place, tableName: 'x'.repeat(52) }).success),
    ).toEqual([true, true]);
    expect(accepts(nodeDefinitions.postgresRecordManager, 'x'.repeat(53))).toBe(false);
    expect(accepts(nodeDefinitions.postgresRecordManager, 'shared.records')).toBe(true);
    expect(accepts(nodeDefinitions.MySQLRecordManager, 'shared.records')).toBe(false);
  });

  test('a filter or a configuration without meaning is refused when the node is opened', () => {
    const open = (change: object) =>
      postgres.open(parseNodeParams(nodeDefinitions.postgres, { ...place, ...change }), undefined, {
        ...unusedStores,
        ownerId: 'f',
      });
    for (const change of [{ pgMetadataFilter: { a: [{ b: 1 }] } }, { additionalConfig: { max: 3 } }]) {
      expect(() => open(change)).toThrow(expect.objectContaining({ code: 'INVALID_PARAM' }));
    }
  });

  test.each(definitions)('no call sends the password of $name elsewhere', ({ params }) => {
    const shape: Record<string, Parameters<typeof paramInfo>[0]> = params.shape;
    const fixed = Object.keys(shape).filter((name) => !paramInfo(shape[name] ?? params).overridable);
    expect(fixed).toEqual(expect.arrayContaining(['user', 'password', 'host', 'port', 'additionalConfig']));
    expect(fixed).not.toContain('tableName');
  });
});
