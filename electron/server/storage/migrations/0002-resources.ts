import type { Migration } from './migration.ts';

/** Small resources, API keys and credentials. */
export const resources: Migration = {
  name: 'resources',
  sql: `
CREATE TABLE tool (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  color TEXT NOT NULL,
  icon_src TEXT,
  schema TEXT,
  func TEXT,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;
CREATE INDEX tool_by_updated ON tool (updated_date DESC);

CREATE TABLE variable (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT,
  type TEXT NOT NULL,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;
CREATE INDEX variable_by_updated ON variable (updated_date DESC);
CREATE INDEX variable_by_name ON variable (name, updated_date DESC);

CREATE TABLE assistant (
  id TEXT PRIMARY KEY,
  details TEXT NOT NULL,
  credential TEXT,
  icon_src TEXT,
  type TEXT NOT NULL,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;
CREATE INDEX assistant_by_updated ON assistant (updated_date DESC);

CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  chatflowid TEXT NOT NULL REFERENCES chatflow (id) ON DELETE CASCADE,
  chat_id TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  rating TEXT NOT NULL,
  content TEXT,
  created_date TEXT NOT NULL
) STRICT;
CREATE INDEX feedback_by_chatflow ON feedback (chatflowid, created_date);

-- key_hash: SHA-256 of the key, which itself is stored nowhere.
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  key_name TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  last_used_at TEXT,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;

CREATE INDEX chatflow_by_apikeyid ON chatflow (apikeyid) WHERE apikeyid IS NOT NULL;

-- sealed: the fields as JSON, encrypted. field_names: their names as a JSON list, to show without opening it.
CREATE TABLE credential (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  field_names TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;
CREATE INDEX credential_by_updated ON credential (updated_date DESC);
`,
};
