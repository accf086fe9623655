/** Programs that the server runs beside itself: name -> source file, relative to this folder. The build makes `<name>.js` of each. */
export const entrySources = {
  'index-process': '../stores/local/graph/index-process.ts',
  'keyword-worker': '../stores/local/search/keyword-worker.ts',
  'scan-worker': '../stores/local/search/scan-worker.ts',
  'load-worker': '../pipeline/load/load-worker.ts',
  'ocr-worker': '../recognition/ocr-worker.ts',
  'original-worker': '../pipeline/original/original-worker.ts',
  'map-worker': '../services/map/projection/map-worker.ts',
  'model-process': '../model-process/model-process.ts',
  'answer-process': '../answer-process/answer-process.ts',
  'embed-worker': '../embedding/local/embed-worker.ts',
  'script-worker': '../tool-scripts/script-worker.ts',
  'checkpoint-worker': '../storage/checkpoint-worker.ts',
  'database-task': '../storage/database-task.ts',
  'sqlite-reader': '../sources/sql/sqlite-reader.ts',
} as const;

export type EntryName = keyof typeof entrySources;

/** Where an entry lies: beside the built bundle, or its source when the server runs from source (tests). */
export function entryUrl(name: EntryName): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? entrySources[name] : `./${name}.js`, import.meta.url);
}
