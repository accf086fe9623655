/** The names under which the page keeps what the server has told it. Whoever changes something there invalidates its key. */
export const queryKeys = {
  chatflows: ['chatflows'],
  chatflow: (id: string) => ['chatflows', id],
  overview: ['overview'],
  credentials: ['credentials'],
  credentialUses: (id: string) => ['uses', 'credential', id],
  tools: ['tools'],
  variables: ['variables'],
  variableUses: (id: string) => ['uses', 'variable', id],
  assistants: ['assistants'],
  apiKeys: ['api keys'],
  feedback: ['feedback'],
  runs: (chatflowId: string) => ['runs', chatflowId],
  runsAtStart: ['runs', 'at start'],
  samples: ['samples'],
  notices: ['notices'],
  serverSettings: ['server settings'],
  version: ['version'],
  storage: ['storage'],
  backups: ['backups'],
  models: ['models'],
  licences: ['licences'],
  /** What this browser keeps of toasts, not the server. */
  activity: ['activity'],
  /** What this browser keeps of a flow, not the server. */
  draft: (chatflowId: string) => ['drafts', chatflowId],
} as const;
