#!/usr/bin/env bash
# Fills a chatflow and a document store with a PDF, asks both, and cleans up. Needs curl.
#   BASE_URL=http://127.0.0.1:3000 examples/upsert.sh
set -euo pipefail
cd "$(dirname "$0")"

api="${BASE_URL:-http://127.0.0.1:3000}/api/v1"
pdf=../samples/garden-handbook.pdf
question='Who looks after the bees?'

# call METHOD PATH [curl options]: the answer's body; an error of the server ends the script with its message.
call() {
  local method=$1 path=$2
  shift 2
  if [ -n "${API_KEY:-}" ]; then set -- "$@" -H "Authorization: Bearer $API_KEY"; fi
  curl -sS --fail-with-body -X "$method" "$api$path" "$@" || { printf '\n%s %s failed\n' "$method" "$path" >&2; exit 1; }
}

# expect WHAT PATTERN ANSWER
expect() {
  grep -qE "$2" <<<"$3" || { printf '%s: unexpected answer: %s\n' "$1" "$3" >&2; exit 1; }
  printf '%s: ok\n' "$1"
}

json=(-H 'Content-Type: application/json')
first_id() { sed -E 's/^[^"]*"id":"([^"]+)".*/\1/'; }

# --- a chatflow: the one of that name, or a new one
flows=$(call GET /chatflows)
flow=$(grep -oE '"id":"[^"]+","name":"Handbook example"' <<<"$flows" | head -n 1 | cut -d '"' -f 4 || true)
if [ -z "$flow" ]; then flow=$(call POST /chatflows "${json[@]}" -d @handbook-flow.json | first_id); fi
printf 'Chatflow %s\n' "$flow"

answer=$(call POST "/vector/upsert/$flow" -F "files=@$pdf" \
  -F 'overrideConfig={"chunkSize":400,"chunkOverlap":0,"metadata":{"team":"garden"},"returnSourceDocuments":true}')
expect 'Upsert' '"numAdded":[1-9].*"sourceDocuments":\[\{' "$answer"

answer=$(call POST "/vector/upsert/$flow" -F "files=@$pdf" \
  -F 'overrideConfig={"chunkSize":400,"chunkOverlap":0,"metadata":{"team":"garden"}}')
expect 'The same again writes nothing' '"numAdded":0,.*"numSkipped":[1-9]' "$answer"

answer=$(call POST "/vector/query/$flow" "${json[@]}" -d "{\"query\":\"$question\",\"topK\":1}")
expect 'Query' 'Tomasz Brandt.*"team":"garden"' "$answer"

# --- a document store
store=$(call POST /document-store/store "${json[@]}" -d '{
  "name": "Handbook store",
  "description": "Made by an example",
  "embeddingConfig": {"name": "transformersEmbeddings", "config": {}},
  "vectorStoreConfig": {"name": "hnsw", "config": {}},
  "recordManagerConfig": {"name": "SQLiteRecordManager", "config": {"cleanup": "incremental"}}
}' | first_id)
printf 'Document store %s\n' "$store"

answer=$(call POST "/document-store/upsert/$store" -F "files=@$pdf" -F 'metadata={"team":"garden"}' \
  -F 'loader={"name":"fileLoader","config":{}}' \
  -F 'splitter={"name":"recursiveCharacterTextSplitter","config":{"chunkSize":400,"chunkOverlap":0}}')
expect 'Store upsert' '"numAdded":[1-9].*"docId":' "$answer"

answer=$(call POST /document-store/vectorstore/query "${json[@]}" -d "{\"storeId\":\"$store\",\"query\":\"$question\",\"topK\":1}")
expect 'Store query' 'Tomasz Brandt' "$answer"

answer=$(call GET "/document-store/chunks/$store/all/1")
expect 'Chunks' '"count":[1-9]' "$answer"

# --- leave nothing behind
expect 'Store deleted' '"deleted":1' "$(call DELETE "/document-store/store/$store")"
expect 'Chatflow deleted' '"affected":1' "$(call DELETE "/chatflows/$flow")"
