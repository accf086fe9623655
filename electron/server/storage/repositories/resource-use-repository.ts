import type { ResourceUse } from '../../../../shared/api/resource-uses.ts';
import { VARIABLE_REFERENCE } from '../../../../shared/flow/variable-reference.ts';
import type { Database } from '../database.ts';

interface UseRow extends ResourceUse {
  /** All settings in which the text stands. */
  readonly settings: string;
}

/** Settings of flows, stores (with their loaders) and assistants that have a text in them. */
const USES = `
  SELECT 'chatflow' AS kind, id, name, flow_data AS settings FROM chatflow WHERE instr(flow_data, @text) > 0
  UNION ALL
  SELECT 'documentStore', id, name, settings FROM (
    SELECT store.id, store.name,
      concat_ws(' ', embedding_config, vector_store_config, record_manager_config, (
        SELECT group_concat(loader_config || ' ' || splitter_config, ' ') FROM document_store_loader
        WHERE store_id = store.id AND draft_parts IS NULL)) AS settings
    FROM document_store AS store
  ) WHERE instr(settings, @text) > 0
  UNION ALL
  SELECT 'assistant', id, coalesce(json_extract(details, '$.name'), ''), '' FROM assistant WHERE credential = @text
  ORDER BY 3, 2`;

/** A text as it stands within a JSON text. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function refersTo(settings: string, name: string): boolean {
  for (const [, kind, named] of settings.matchAll(VARIABLE_REFERENCE)) {
    if (kind === 'vars' && named === name) return true;
  }
  return false;
}

/** Where credentials and variables are used: one pass over what flows, stores and assistants say. */
export function createResourceUseRepository(db: Database) {
  const uses = db.prepare<{ text: string }, UseRow>(USES);
  const toUse = ({ kind, id, name }: UseRow): ResourceUse => ({ kind, id, name });
  return {
    /** By name. An id stands in settings as it is. */
    ofCredential: (id: string): ResourceUse[] => uses.all({ text: id }).map(toUse),
    /** By name. */
    ofVariable(name: string): ResourceUse[] {
      const written = inJson(name);
      const found = uses.all({ text: `$vars.${written}` });
      return found.filter(({ settings }) => refersTo(settings, written)).map(toUse);
    },
  };
}

export type ResourceUseRepository = ReturnType<typeof createResourceUseRepository>;
