import type { FlowVersion, FlowVersionContent } from '../../../../shared/api/flow-versions.ts';
import type { Database } from '../database.ts';

interface HeadRow {
  id: string;
  name: string | null;
  reason: FlowVersion['reason'];
  saved_date: string;
  kept_date: string;
  size_bytes: number;
}

interface Row extends HeadRow {
  flow_data: string;
  api_config: string | null;
}

/** A version without its content, and when it was saved. */
export interface VersionHead extends FlowVersion {
  readonly keptDate: string;
}

export interface NewVersion extends Omit<FlowVersionContent, 'sizeBytes'> {
  readonly chatflowId: string;
  readonly keptDate: string;
}

type Content = Pick<FlowVersionContent, 'flowData' | 'apiConfig'>;

function toHead(row: HeadRow): VersionHead {
  return {
    id: row.id,
    name: row.name,
    reason: row.reason,
    savedDate: row.saved_date,
    keptDate: row.kept_date,
    sizeBytes: row.size_bytes,
  };
}

const HEAD = 'id, name, reason, saved_date, kept_date, size_bytes';

/** Rows of `flow_version`; they go with their flow. */
export function createFlowVersionRepository(db: Database) {
  // All from the index: the contents lie behind them.
  const list = db.prepare<[string], HeadRow>(
    `SELECT ${HEAD} FROM flow_version WHERE chatflow_id = ? ORDER BY seq DESC`,
  );
  const newest = db.prepare<[string], Row>(
    `SELECT ${HEAD}, flow_data, api_config FROM flow_version WHERE chatflow_id = ? ORDER BY seq DESC LIMIT 1`,
  );
  const find = db.prepare<[string, string], Row>(
    `SELECT ${HEAD}, flow_data, api_config FROM flow_version WHERE chatflow_id = ? AND id = ?`,
  );
  const insert = db.prepare<[Row & { chatflowId: string }]>(
    `INSERT INTO flow_version (chatflow_id, ${HEAD}, flow_data, api_config)
     VALUES (@chatflowId, @id, @name, @reason, @saved_date, @kept_date, @size_bytes, @flow_data, @api_config)`,
  );
  const rename = db.prepare<[string | null, string]>('UPDATE flow_version SET name = ? WHERE id = ?');
  const remove = db.prepare<[string]>('DELETE FROM flow_version WHERE id = ?');
  return {
    /** Without their contents, the newest first. */
    list: (chatflowId: string): VersionHead[] => list.all(chatflowId).map(toHead),
    /** The newest version and its content. */
    newest(chatflowId: string): (VersionHead & Content) | undefined {
      const row = newest.get(chatflowId);
      return row && { ...toHead(row), flowData: row.flow_data, apiConfig: row.api_config };
    },
    find(chatflowId: string, id: string): FlowVersionContent | undefined {
      const row = find.get(chatflowId, id);
      if (row === undefined) return undefined;
      const { keptDate: _, ...head } = toHead(row);
      return { ...head, flowData: row.flow_data, apiConfig: row.api_config };
    },
    insert({ chatflowId, flowData, apiConfig, ...head }: NewVersion): FlowVersion {
      const { id, name, reason, savedDate } = head;
      const sizeBytes = Buffer.byteLength(flowData) + Buffer.byteLength(apiConfig ?? '');
      insert.run({
        chatflowId,
        id,
        name,
        reason,
        saved_date: savedDate,
        kept_date: head.keptDate,
        size_bytes: sizeBytes,
        flow_data: flowData,
        api_config: apiConfig,
      });
      return { id, name, reason, savedDate, sizeBytes };
    },
    rename: (id: string, name: string | null): void => void rename.run(name, id),
    remove: (id: string): void => void remove.run(id),
    /** Does all of it or nothing. */
    together: <T>(work: () => T): T => db.transaction(work).immediate(),
  };
}

export type FlowVersionRepository = ReturnType<typeof createFlowVersionRepository>;
