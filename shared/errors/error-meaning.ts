import type { ErrorCode } from './error-codes.ts';

/**
 * What each code means and what to do, for the documentation of the API. The message of a real answer is more exact:
 * it names the file, node or field.
 */
export const ERROR_MEANING = {
  INVALID_INPUT: "name in the body can't be used: must not be empty.",
  INVALID_JSON: 'The body is not valid JSON: check its quotes and commas.',
  INVALID_MULTIPART: "The form can't be read: check how it is sent.",
  INVALID_OVERRIDE: 'overrideConfig.chunkSize for Recursive Character Text Splitter: Chunk size must be a number.',
  INVALID_FLOW_DATA: 'flowData is not a flow: send the JSON text of nodes and edges.',
  FILE_CORRUPT: "report.pdf can't be read, its structure is damaged: save it again and retry.",
  FILE_EMPTY: 'notes.txt is empty: choose a file with text.',
  FILE_HAS_NO_TEXT: 'scan.pdf has no text in it, only pictures: run it through text recognition first.',
  FILE_ENCRYPTED: 'report.pdf is protected by a password: save it without one.',
  FILE_UNREADABLE: 'notes.txt could not be opened, you have no permission to read it: make it readable.',
  FILE_UPLOADS_OFF: 'Uploads are switched off for this flow: switch on files for its loader.',
  ARCHIVE_TOO_LARGE: 'report.docx unpacks to more than the limit: split it.',
  UNAUTHORIZED: 'The key is missing or wrong: send Authorization: Bearer and the key.',
  LOCAL_TOKEN_REQUIRED: 'This server answers only to programs of its owner: open the page with tributary open.',
  APP_ONLY: 'Only the app can allow a host for a credential: use its window or the command line.',
  COLLECTION_PRIVATE:
    'The collection is the private one of a chatflow that is bound to a key: name another collection, or none.',
  FOREIGN_HOST: 'Tributary does not answer at this address: use http://127.0.0.1 with its port.',
  FOREIGN_ORIGIN: 'A page of another origin may not call Tributary: list the origin in settings.json.',
  NOT_FOUND: 'There is nothing with this id or name: look it up in the list.',
  ROUTE_NOT_FOUND: 'There is nothing at this path: the API is under /api/v1.',
  CHATFLOW_NOT_FOUND: 'There is no chatflow with this id: look up its id with GET /api/v1/chatflows.',
  TOOL_NOT_FOUND: 'There is no tool with this id: look up its id with GET /api/v1/tools.',
  VARIABLE_NOT_FOUND: 'There is no variable with this id: look up its id with GET /api/v1/variables.',
  ASSISTANT_NOT_FOUND: 'There is no assistant with this id: look up its id with GET /api/v1/assistants.',
  MESSAGE_NOT_FOUND:
    'There is no chat message with this id: take the chatMessageId of an answer, or look it up with GET /api/v1/chatmessage/{id}.',
  FEEDBACK_NOT_FOUND: 'There is no feedback with this id: look up its id with GET /api/v1/feedback/{chatflowId}.',
  API_KEY_NOT_FOUND: 'There is no API key with this id: look up its id with GET /api/v1/apikey.',
  CREDENTIAL_NOT_FOUND: 'There is no credential with this id: look up its id with GET /api/v1/credentials.',
  RUN_NOT_FOUND: 'There is no run with this id: look up its id with GET /api/v1/runs.',
  STORE_NOT_FOUND: 'There is no document store with this id: look up its id with GET /api/v1/document-store/store.',
  LOADER_NOT_FOUND: 'The document store has no loader with this id: look up its loaders in the store.',
  CHUNK_NOT_FOUND: 'The loader has no chunk with this id: look up its chunks page by page.',
  ORIGINAL_NOT_FOUND: 'No original of “rules.pdf” is kept: upsert the file once more to see it here.',
  SOURCE_STORED_AGAIN:
    'A removed source was stored again since: remove the present one first if you want the removed one back.',
  STORE_BUSY: 'The document store is being loaded or upserted: wait until that is done, or cancel its run.',
  METHOD_NOT_ALLOWED: 'This path does not accept PATCH: use GET or POST.',
  RUN_CANCELLED: 'The run was cancelled: start it again when you want it.',
  RUN_FINISHED: 'The run is over: there is nothing to cancel.',
  RUN_NOT_RESUMABLE: 'The run has finished: there is nothing to resume.',
  RUN_NOT_UNDOABLE: 'Another run came after it: only the last run can be undone.',
  EMBEDDING_MISMATCH:
    'The collection holds vectors of another length: use the embedding it was made with, or a new collection.',
  FEEDBACK_EXISTS: 'The message has feedback already: change it with PUT /api/v1/feedback/{id}.',
  API_KEY_IN_USE: 'The key is bound to the chatflow Handbook: bind that to another key first.',
  RESTORE_RUNNING: 'A backup is being restored already: wait until the server is back.',
  CLEAN_UP_RUNNING: 'A clean-up is going on already: wait until it has ended.',
  MODEL_IN_USE: 'The model is in use now: try again when its run has ended.',
  NOTHING_HELD: 'No files are missing here, or they are back: look again.',
  CHANGED_MEANWHILE: 'It was changed after you read it: read it again, then repeat your change.',
  NEGATIVE_PAGING: 'page and limit start at 1: send numbers from 1 on.',
  PAYLOAD_TOO_LARGE: 'The body is over the limit: send large texts as files.',
  RANGE_NOT_SATISFIABLE: 'The file has 120 bytes: ask for a range within it.',
  FILE_TOO_LARGE: 'report.pdf is over the limit for one file: split it.',
  UNSUPPORTED_FILE_TYPE: 'No loader of this flow takes .zip: send .pdf, .txt or .docx.',
  EXPECTATION_FAILED: 'The header Expect asks for something that this server does not do: leave it out.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not one that this call takes: send application/json.',
  NODE_DISABLED: "OpenAI Embeddings is disabled, and the flow can't run without it: enable it.",
  UNKNOWN_NODE: 'This flow has a node that Tributary does not have: replace it.',
  NO_VECTOR_STORE: 'This flow has no vector store: add one.',
  SEVERAL_VECTOR_STORES: 'This flow has several vector stores: name one with stopNodeId.',
  MISSING_INPUT: 'The vector store has no embedding: connect one.',
  INVALID_CONNECTION: 'Two nodes are connected that do not fit: remove the connection.',
  INVALID_PARAM: 'A setting of a node is not valid: correct it in the editor.',
  MISSING_CREDENTIAL: 'A node has no credential, or its credential lacks a field: choose or complete one.',
  ADDRESS_REFUSED:
    'intranet.example leads to 10.0.0.7, which is in a private network: switch on "Allow local network" in the node if it is meant to read from there.',
  ROBOTS_DISALLOWED:
    'The robots.txt of example.org asks not to read /private: switch off "Respect robots.txt" in the node if you have permission to read it.',
  CREDENTIAL_UNUSABLE:
    "The credential can't be read, since the key that it was encrypted with is gone: enter its fields again.",
  CREDENTIAL_HOST:
    'The credential OpenAI must not be sent to evil.example: allow that host in the window, where the credential is chosen, or with tributary credentials allow.',
  FLOW_HAS_CYCLE: 'The flow contains a cycle: remove one of its connections.',
  NO_FILES: 'The flow has no files to load: send some, or store them in the flow.',
  NOT_EXPORTABLE: 'The flow stores in a remote store: export it without its contents.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for another call: send a new key.',
  MODEL_UNKNOWN: 'The server has no model "llama3.3": choose one that it has, or get it there first.',
  CONTEXT_TOO_LONG:
    'Question, passages and history are longer than the model can read: find fewer passages, or choose a model with a larger context.',
  AGENT_TOO_LONG:
    'The agent called tools again and again without an answer: raise its greatest number of iterations, or ask for less at once.',
  TOOL_NOT_APPROVED:
    'Nobody has approved the code of this tool: read it and approve it under Tools, or with tributary tools approve.',
  CONSENT_NEEDED:
    'The question and the passages found for it would go to api.openai.com: agree to that once, or choose a model on this machine.',
  LOCAL_MODELS_ONLY:
    'Only models on this machine may be asked here, and gpt-4o-mini is at api.openai.com: choose another model, or lift the rule.',
  RATE_LIMITED: 'This flow was called too often: try again in a minute.',
  TOKENS_SPENT:
    'This flow has used the 50000 tokens that it may use in a day: ask again tomorrow, or raise the limit in its configuration.',
  INTERNAL: 'Something went wrong on our side: the log of the server has the details.',
  SECRET_KEY_UNUSABLE:
    'The key for credentials is damaged, or in the keyring of the desktop app: put back secret.key in the data folder.',
  SERVICE_FAILED:
    'An external service (embeddings, a database, a web site) answered with an error: check its settings, then try again.',
  MODEL_UNAVAILABLE: "The embedding model can't be fetched: check the network, then try again.",
  MODEL_REFUSED: "The chat model's server refused the key or the account: check the credential of the node.",
  MODEL_BUSY: "The chat model's server takes no more requests for now: ask again when Retry-After is over.",
  MODEL_EMPTY: 'The model gave no answer: ask again, in other words, or choose another model.',
  ANSWER_UNFIT:
    'The answer of the model has not the form of the output parser: ask again, or take a larger model; details.said has it.',
  SHUTTING_DOWN: 'The server is shutting down: try again when it is back.',
  TOO_MANY_OPEN: 'As many files and connections are open as the system allows: try again in a moment.',
  DATABASE_DAMAGED: 'The database is damaged: restore a backup.',
  WORKER_CRASHED: 'A helper process ended early: try again.',
  SERVICE_TIMEOUT: 'An external service did not answer in time: try again.',
  DISK_FULL: 'The disk is full: free some space and try again; what was stored stays.',
  MEMORY_FULL: 'The in-memory vector stores have reached their limit: use a store that keeps its chunks on the disk.',
  DATABASE_NEWER: 'The data folder was made by a newer version: use that version.',
  DATA_FOLDER_IN_USE: 'Another server has this data folder open: stop it, or choose another folder.',
  DATA_FOLDER_UNUSABLE: "The data folder can't be written to: make it writable, or choose another folder.",
  PORT_IN_USE: 'The port is taken by another program: choose another.',
  INVALID_CONFIG: 'A setting of the server is not valid: correct it.',
  INVALID_USAGE: 'A command was called with wrong arguments: see its --help.',
} as const satisfies Record<ErrorCode, string>;
