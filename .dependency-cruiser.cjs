// The layer law: what may import what. `npm run lint` runs it; biome.json says a part of it as you type.

/**
 * The floor plan of electron/server, from the ground up: each folder, and the folders that it may import beside itself. docs/architecture.md draws it.
 * Whatever is in no list of a folder is forbidden to it.
 */
const floors = {
  common: [],
  core: [],
  secrets: ['core'],
  openapi: [],
  storage: ['core', 'common'],
  http: ['common'],
  readers: ['core', 'common'],
  databases: ['http'],
  recognition: ['core', 'common', 'http'],
  'model-process': ['core', 'common'],
  'answer-process': ['core', 'common', 'http'],
  embedding: ['core', 'common', 'http', 'model-process'],
  sources: ['core', 'common', 'http', 'readers', 'databases'],
  splitters: ['core', 'readers', 'embedding'],
  stores: ['core', 'common', 'storage', 'http', 'databases'],
  answers: ['core', 'stores'],
  'tool-scripts': ['common', 'http'],
  records: ['core', 'common', 'databases'],
  nodes: [
    'core',
    'common',
    'http',
    'readers',
    'databases',
    'embedding',
    'sources',
    'splitters',
    'stores',
    'answers',
    'records',
  ],
  pipeline: [
    'core',
    'common',
    'secrets',
    'storage',
    'readers',
    'recognition',
    'splitters',
    'stores',
    'answers',
    'nodes',
  ],
  services: ['core', 'common', 'secrets', 'storage', 'readers', 'stores', 'answers', 'nodes', 'pipeline'],
  plugins: ['core', 'secrets', 'services'],
  routes: ['core', 'openapi', 'storage', 'pipeline', 'services', 'plugins'],
  cli: ['common', 'secrets', 'storage', 'stores'],
};

/** The folders that may import the settings (config.ts). */
const settings = ['services', 'plugins', 'cli'];

/** The files beside the folders that assemble the server, and which folders may import them. */
const entrances = { cli: ['config', 'parent-link', 'serve', 'server-life'] };

const server = '^electron/server';

const floorRules = Object.entries(floors).map(([folder, below]) => ({
  name: `server-floor-${folder}`,
  comment: `${folder} imports ${below.length === 0 ? 'no other folder of the server' : below.join(', ')}.`,
  severity: 'error',
  from: { path: `${server}/${folder}/` },
  to: {
    path: `${server}/`,
    pathNot: [
      `${server}/(${[folder, ...below].join('|')})/`,
      ...(settings.includes(folder) ? [`${server}/config[.]ts$`] : []),
      ...(entrances[folder] ?? []).map((file) => `${server}/${file}[.]ts$`),
    ],
  },
}));

/**
 * The same inside of services, from the ground up: what all work on (libraries), what runs and originals are, and what is done with them. No capability imports another, but those that
 * build on one.
 */
const capability = ['libraries', 'runs', 'originals'];
const serviceFloors = {
  forms: [],
  'flow-versions': [],
  libraries: ['flow-versions'],
  originals: [],
  runs: ['libraries', 'originals'],
  deletion: capability,
  upserts: [...capability, 'deletion'],
  move: [...capability, 'deletion'],
  sync: [...capability, 'upserts'],
  contents: capability,
  map: [...capability, 'contents'],
  query: [...capability, 'models'],
  answers: [...capability, 'query', 'models'],
  'document-stores': capability,
  undo: capability,
  archives: capability,
  'read-originals': capability,
  models: capability,
  'data-folder': [...capability, 'deletion'],
};

const serviceRules = Object.entries(serviceFloors).map(([folder, below]) => ({
  name: `service-floor-${folder}`,
  comment: `${folder} imports ${below.length === 0 ? 'no other folder of services' : below.join(', ')}.`,
  severity: 'error',
  from: { path: `${server}/services/${folder}/` },
  to: {
    path: `${server}/services/`,
    pathNot: [`${server}/services/(${[folder, ...below].join('|')})/`, `${server}/services/chatflow-service[.]ts$`],
  },
}));

/** The same for renderer: ui, editor and api import nothing of each other, and no feature imports another. */
const pageFloors = {
  ui: [],
  editor: [],
  api: [],
  forms: ['ui', 'api'],
  stores: ['ui', 'editor', 'api'],
  features: ['ui', 'editor', 'api', 'forms', 'stores'],
  commands: ['editor', 'stores'],
  app: ['ui', 'editor', 'api', 'forms', 'stores', 'features', 'commands'],
};

const pageRules = Object.entries(pageFloors).map(([folder, below]) => ({
  name: `page-floor-${folder}`,
  comment: `${folder} imports ${below.length === 0 ? 'no other folder of the page' : below.join(', ')}.`,
  severity: 'error',
  from: { path: `^renderer/${folder}/` },
  to: { path: '^renderer/[^/]+/', pathNot: `^renderer/(${[folder, ...below].join('|')})/` },
}));

/** Packages that the model of the editor must not import: it is data and functions on it, which tests call without a page. */
const pageLibraries = '^node_modules/(react|react-dom|zustand|@xyflow|@tanstack|radix-ui)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules never import each other in a circle, not even for types only.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      comment:
        'Two folders of the server, or of the page, never import each other, neither directly nor through others.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(electron/server|renderer)' },
      to: { circular: true },
    },
    ...floorRules,
    ...serviceRules,
    ...pageRules,
    {
      name: 'editor-is-plain-functions',
      comment: 'The model of the editor imports no React and no store.',
      severity: 'error',
      from: { path: '^renderer/editor/' },
      to: { path: pageLibraries },
    },
    {
      name: 'no-unresolved',
      comment: 'An import must lead to a file or a package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?raw$', '\\?url$'] },
    },
    {
      name: 'shared-imports-zod-and-texts-only',
      comment: 'shared runs everywhere: no Node, no page, no Electron.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: ['^shared/', '^node_modules/(zod|intl-messageformat)/'] },
    },
    {
      name: 'server-without-electron-or-page',
      comment: 'The server runs unchanged from the command line and in tests.',
      severity: 'error',
      from: { path: '^electron/server/' },
      to: {
        path: ['^electron/(main|preload)/', '^renderer/', '^test/', '^build/', '^(node_modules/electron/|electron$)'],
      },
    },
    {
      name: 'electron-in-main-and-preload-only',
      comment: 'Only these two folders may import electron, and what the tests put into theirs.',
      severity: 'error',
      from: { path: '^(shared|renderer|electron/server|build)/', pathNot: '^build/test-electron/' },
      to: { path: '^(node_modules/electron/|electron$)' },
    },
    {
      name: 'main-imports-shared-only',
      comment: 'The main process has windows and no data: it starts the server as a program of its own.',
      severity: 'error',
      from: { path: '^electron/main/' },
      to: { path: ['^electron/(server|preload)/', '^renderer/', '^test/', '^build/'] },
    },
    {
      name: 'preload-imports-shared-only',
      comment: 'The preload exposes the bridge, nothing else.',
      severity: 'error',
      from: { path: '^electron/preload/' },
      to: { pathNot: ['^electron/preload/', '^shared/', '^(node_modules/electron/|electron$)'] },
    },
    {
      name: 'renderer-imports-shared-only',
      comment: 'The page is a client of the server, nothing more.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: ['^electron/', '^test/', '^build/'] },
    },
    {
      name: 'renderer-without-node',
      comment: 'The page runs in a browser.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-stay-apart',
      comment: 'A feature never imports another: what they share goes to renderer/ui, editor, stores or api.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'product-without-development-packages',
      comment:
        'What the packaged app imports at run time must be in "dependencies", or bundled: see build/lib/bundled-packages.ts.',
      severity: 'error',
      from: { path: '^electron/server/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^node_modules/(chromadb|@qdrant/js-client-rest|@huggingface/transformers|@langchain/[^/]+|langchain|quickjs-emscripten-core|@jitl/[^/]+|pdfjs-dist|zod)/',
        ],
      },
    },
    {
      name: 'known-packages',
      comment: 'Every package that is imported is in package.json.',
      severity: 'error',
      from: { path: '^(electron|renderer|shared|build)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^release/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'browser', 'default', 'require'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
