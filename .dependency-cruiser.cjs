const { readdirSync } = require('node:fs')
const { join } = require('node:path')

/**
 * The concepts of the core, which are folders of packages/core/src. Each of these folders may import only the concepts
 * in its list. docs/decision/0001-five-rooms.md explains why the lists exist.
 */
const ROOMS = {
  relation: [],
  filter: [],
  audit: [],
  secret: [],
  alert: ['filter'],
  access: ['relation'],
  live: ['access'],
  heartbeat: ['alert'],
  redundancy: ['alert', 'relation'],
  alias: ['relation'],
  catalog: ['alert', 'filter'],
  maintenance: ['alert', 'filter', 'relation'],
  policy: ['alert', 'filter'],
  'alert-policy': ['alert', 'filter', 'policy'],
  webhook: ['alert', 'alert-policy', 'filter', 'secret'],
  topology: ['relation', 'alert', 'alias'],
  impact: ['relation', 'alert', 'catalog', 'topology', 'redundancy'],
  history: ['alert', 'impact'],
  subscription: ['alert', 'catalog', 'filter', 'history', 'impact', 'secret'],
  change: ['topology'],
  resource: ['relation', 'redundancy', 'alias', 'filter', 'alert', 'topology', 'change'],
  cmdb: ['relation', 'topology', 'catalog', 'change', 'plan'],
  transfer: ['relation', 'redundancy', 'alert', 'filter', 'topology', 'catalog', 'policy', 'change'],
  rename: ['relation', 'alert', 'alias', 'redundancy', 'topology'],
  snapshot: ['relation', 'redundancy', 'alias', 'topology', 'catalog', 'policy', 'alert-policy', 'maintenance'],
  plan: ['relation', 'topology', 'catalog', 'snapshot'],
}
const CORE = '^packages/core/src'
const TEST = '[.]test[.]ts$'
const concepts = Object.keys(ROOMS).join('|')

/**
 * The names of what each package may import: npm modules, and entry points of other packages. The function `allowed`
 * converts each name to a pattern.
 */
const PACKAGES = {
  core: ['papaparse', 're2js', 'rrule-temporal', 'uuidv7', '@remix-run/multipart-parser', 'zod'],
  draw: ['core', 'core/pure'],
  notify: ['core', 'ipaddr.js', 'nodemailer', 'standardwebhooks'],
  'store-contract': ['core', 'core/store', 'core/pure', 'vitest', 'fast-check'],
  'use-case-contract': ['core', 'core/store', 'core/pure', 'store-contract', 'vitest', 'fast-check'],
  'store-memory': ['core', 'core/store'],
  'store-postgres': ['core', 'core/store', 'pg', 'pg-protocol', '@electric-sql/pglite'],
  http: [
    'core',
    'core/pure',
    'express',
    'zod',
    'pino',
    'prom-client',
    '@fast-csv/format',
    '@fastify/busboy',
    'rate-limiter-flexible',
    'swagger-ui-dist',
  ],
  cli: [
    'core',
    'core/pure',
    'draw',
    'store-memory',
    'store-postgres',
    'http',
    'notify',
    'web',
    'commander',
    '@opentelemetry/[^/]+',
  ],
}

/**
 * For each folder of packages/http/src, the other folders that it may import. A folder imports only folders that come
 * before it in this list. docs/request.md describes the folders. Every folder may import the files beside them.
 */
const HTTP_ROOMS = {
  wire: [],
  log: [],
  limit: [],
  proxy: [],
  metric: [],
  answer: ['limit'],
  csv: ['wire'],
  job: ['log'],
  live: ['log', 'job'],
  pipeline: ['wire', 'log', 'limit', 'proxy', 'metric', 'answer', 'live'],
  console: ['pipeline'],
  server: ['log', 'answer', 'pipeline'],
  openapi: ['wire', 'answer', 'pipeline'],
  route: ['wire', 'csv', 'answer', 'pipeline', 'openapi'],
}
const HTTP_SOURCES = '^packages/http/src'

/**
 * For each folder of packages/notify/src, the other folders that it may import: formats know neither networks nor the
 * ways to receivers.
 */
const NOTIFY_ROOMS = { format: [], http: ['format'], email: ['format'] }
const NOTIFY_SOURCES = '^packages/notify/src'

/**
 * For each folder of packages/web/src, the other folders that it may import. A folder imports only folders that come
 * before it in this list. packages/web/README.md describes the folders.
 */
const WEB_ROOMS = {
  session: [],
  api: ['session'],
  live: ['session', 'api'],
  ui: ['session', 'api', 'live'],
  graph: ['ui'],
  'sign-in': ['session', 'api', 'ui'],
  page: ['session', 'api', 'ui', 'graph'],
  shell: ['session', 'api', 'live', 'ui', 'graph', 'sign-in', 'page'],
}
const WEB_SOURCES = '^packages/web/src'

/**
 * The areas of pages that import one other area. The page of an alert shows services and causes as the start page does.
 * The editor has the redundancy rule of a resource. The others have filters, which are edited as those of policies are.
 */
const WEB_AREAS = {
  alert: 'service',
  catalog: 'policy',
  editor: 'resource',
  maintenance: 'policy',
  resource: 'service',
  subscription: 'policy',
  webhook: 'policy',
}

/** The addresses of pages. Every area may link to these pages. */
const WEB_ADDRESSES = `${WEB_SOURCES}/page/alert/alerts-hurting[.]ts$`

/**
 * The folders of packages/store-postgres/src, and the other folders that each of them may import. Each table has its
 * statements in one folder; `connection` and `embedded` are the two drivers.
 */
const POSTGRES_ROOMS = {
  sql: [],
  connection: ['sql'],
  embedded: ['sql'],
  relation: ['sql'],
  topology: ['sql'],
  alert: ['sql'],
  webhook: ['sql'],
  history: ['sql'],
  subscription: ['sql'],
  setting: ['sql'],
  migration: ['sql', 'relation'],
  citus: ['sql', 'migration'],
}
const POSTGRES = '^packages/store-postgres/src'

const DOORS = [...Object.keys(PACKAGES), 'web']

/** What the console may import: modules that run in browsers, and the bundler Vite. */
const WEB = [
  'core',
  'core/pure',
  'draw',
  'react',
  'react-dom',
  'react-router',
  '@tanstack/react-query',
  'openapi-fetch',
  '@base-ui/react',
  'vite',
]

requireFolders('packages', DOORS)
requireFolders('packages/core/src', [...Object.keys(ROOMS), 'port', 'schema', 'use-case'])
requireFolders('packages/http/src', Object.keys(HTTP_ROOMS))
requireFolders('packages/notify/src', Object.keys(NOTIFY_ROOMS))
requireFolders('packages/web/src', Object.keys(WEB_ROOMS))
requireFolders('packages/store-postgres/src', Object.keys(POSTGRES_ROOMS))

/**
 * Checks that exactly these folders exist, because no rule would check the imports of a folder that is not listed.
 *
 * @param {string} parent
 * @param {readonly string[]} listed
 * @throws Error that names every missing entry
 */
function requireFolders(parent, listed) {
  const entries = readdirSync(join(__dirname, parent), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const unlisted = folders.filter((name) => !listed.includes(name)).map((name) => `${parent}/${name} is not listed`)
  const gone = listed.filter((name) => !folders.includes(name)).map((name) => `${parent}/${name} does not exist`)
  const faults = [...unlisted, ...gone]
  if (faults.length > 0) throw new Error(`.dependency-cruiser.cjs: ${faults.join('; ')}`)
}

/**
 * Returns a pattern for the files that an import may reach. The name of a package of this repository stands for an
 * entry point: `core` for packages/core/src/index.ts, `core/pure` for pure.ts. Any other name is an npm module.
 *
 * @param {string} module
 */
function allowed(module) {
  const [name, door = 'index'] = module.split('/')
  return DOORS.includes(name) ? `^packages/${name}/src/${door}[.]ts$` : `node_modules/(@types/)?${module}/`
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'through-the-front-door',
      comment: 'Another package is imported by its name, never by a path into it.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/([^/]+)/(?!src/(index|store|pure)[.]ts$)', pathNot: '^packages/$1/' },
    },
    {
      name: 'package-web-imports',
      comment:
        'The console runs in a browser and knows the API only: of the other packages it may use what runs in browsers.',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: TEST },
      to: {
        pathNot: ['^packages/web/src/', ...WEB.map(allowed)],
      },
    },
    ...Object.entries(HTTP_ROOMS).map(([room, allowed]) => ({
      name: `http-room-${room}`,
      severity: 'error',
      from: { path: `${HTTP_SOURCES}/${room}/`, pathNot: TEST },
      to: { path: `${HTTP_SOURCES}/[^/]+/`, pathNot: [room, ...allowed].map((name) => `${HTTP_SOURCES}/${name}/`) },
    })),
    {
      name: 'http-base-stands-alone',
      comment: 'Every room builds on these two files.',
      severity: 'error',
      from: { path: `${HTTP_SOURCES}/(http-error|request-context)[.]ts$` },
      to: { path: `${HTTP_SOURCES}/` },
    },
    ...Object.entries(NOTIFY_ROOMS).map(([room, allowed]) => ({
      name: `notify-room-${room}`,
      severity: 'error',
      from: { path: `${NOTIFY_SOURCES}/${room}/`, pathNot: TEST },
      to: { path: `${NOTIFY_SOURCES}/[^/]+/`, pathNot: [room, ...allowed].map((name) => `${NOTIFY_SOURCES}/${name}/`) },
    })),
    {
      name: 'notify-format-is-pure',
      comment: 'A format makes a body of a message: of Node, it needs hashes alone.',
      severity: 'error',
      from: { path: `${NOTIFY_SOURCES}/format/`, pathNot: TEST },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    ...Object.entries(WEB_ROOMS).map(([room, allowed]) => ({
      name: `web-room-${room}`,
      severity: 'error',
      from: { path: `${WEB_SOURCES}/${room}/`, pathNot: TEST },
      to: { path: `${WEB_SOURCES}/`, pathNot: [room, ...allowed].map((name) => `${WEB_SOURCES}/${name}/`) },
    })),
    ...Object.entries(POSTGRES_ROOMS).map(([room, allowed]) => ({
      name: `postgres-room-${room}`,
      severity: 'error',
      from: { path: `${POSTGRES}/${room}/`, pathNot: TEST },
      to: { path: `${POSTGRES}/`, pathNot: [room, ...allowed].map((name) => `${POSTGRES}/${name}/`) },
    })),
    {
      name: 'web-page-areas',
      comment: 'An area of pages imports no other one, except as WEB_AREAS says and to link to its alerts.',
      severity: 'error',
      from: {
        path: `${WEB_SOURCES}/page/([^/]+)/`,
        pathNot: `${WEB_SOURCES}/page/(${Object.keys(WEB_AREAS).join('|')})/`,
      },
      to: { path: `${WEB_SOURCES}/page/`, pathNot: [`${WEB_SOURCES}/page/$1/`, WEB_ADDRESSES] },
    },
    ...Object.entries(WEB_AREAS).map(([area, other]) => ({
      name: `web-page-area-${area}`,
      severity: 'error',
      from: { path: `${WEB_SOURCES}/page/${area}/` },
      to: { path: `${WEB_SOURCES}/page/`, pathNot: `${WEB_SOURCES}/page/((${area}|${other})/|alert/alerts-hurting)` },
    })),
    {
      name: 'main-door-for-types',
      comment:
        'Stores, drawings, messages and the console take only types from the main door of core: what they run is behind the others.',
      severity: 'error',
      from: { path: '^packages/(store-memory|store-postgres|draw|notify|web)/src/', pathNot: TEST },
      to: { path: '^packages/core/src/index[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    ...Object.entries(ROOMS).map(([room, allowed]) => ({
      name: `core-room-${room}`,
      severity: 'error',
      from: { path: `${CORE}/${room}/`, pathNot: TEST },
      to: {
        path: `${CORE}/[^/]+/`,
        pathNot: [room, 'schema', ...allowed].map((name) => `${CORE}/${name}/`),
      },
    })),
    {
      name: 'core-port-is-interfaces',
      comment: 'Ports know the types of the concept rooms, nothing else.',
      severity: 'error',
      from: { path: `${CORE}/port/` },
      to: { path: `${CORE}/(use-case)/` },
    },
    {
      name: 'core-root-stands-alone',
      comment:
        'Root files and schemas are what every room builds on; only the doors, the composition and four tables see the rooms.',
      severity: 'error',
      from: {
        path: `${CORE}/[^/]+[.]ts$`,
        pathNot: [`${CORE}/(index|store|pure|issue-codes|list-columns|all-nouns|schemas|create-opsgraph)[.]ts$`, TEST],
      },
      to: { path: `${CORE}/[^/]+/`, pathNot: `${CORE}/schema/` },
    },
    {
      name: 'core-schema-stands-alone',
      comment: 'How fields and bodies are described and read; what they are is in the rooms.',
      severity: 'error',
      from: { path: `${CORE}/schema/`, pathNot: TEST },
      to: { path: `${CORE}/[^/]+/`, pathNot: `${CORE}/schema/` },
    },
    {
      name: 'core-use-case-is-last',
      comment: 'Only the composition and the doors import use-cases.',
      severity: 'error',
      from: { path: `${CORE}/(${concepts}|port)/`, pathNot: TEST },
      to: { path: `${CORE}/use-case/` },
    },
    {
      name: 'core-is-pure',
      comment: 'Core and drawings run in browsers: what they need of Node is in one file, which bundlers replace.',
      severity: 'error',
      from: { path: [`${CORE}/`, '^packages/draw/src/'], pathNot: [TEST, `${CORE}/platform-node[.]ts$`] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-platform-by-condition',
      comment: 'Everything imports `#platform`, so that the condition `browser` decides which file is taken.',
      severity: 'error',
      from: { path: `${CORE}/`, pathNot: [TEST, `${CORE}/platform-(node|browser)[.]ts$`] },
      to: { path: `${CORE}/platform-browser[.]ts$` },
    },
    {
      name: 'core-regex-in-filter',
      comment: "Regular expressions that users write are the filter room's.",
      severity: 'error',
      from: { path: `${CORE}/`, pathNot: [TEST, `${CORE}/filter/`] },
      to: { path: 'node_modules/re2js/' },
    },
    {
      name: 'core-csv-in-cmdb',
      comment: 'CSV files are split in one place, which knows what the parser does with broken ones.',
      severity: 'error',
      from: { path: `${CORE}/`, pathNot: [TEST, `${CORE}/cmdb/split-csv[.]ts$`] },
      to: { path: 'node_modules/(@types/)?papaparse/' },
    },
    ...Object.entries(PACKAGES).map(([name, modules]) => ({
      name: `package-${name}-imports`,
      severity: 'error',
      from: { path: `^packages/${name}/src/`, pathNot: TEST },
      to: {
        pathNot: [`^packages/${name}/src/`, ...modules.map(allowed)],
        dependencyTypesNot: ['core'],
      },
    })),
    {
      name: 'http-openapi-describes',
      comment:
        'The description of the API knows the routes; of the rest of the package, only the composition knows it.',
      severity: 'error',
      from: {
        path: '^packages/http/src/(?!openapi/)',
        pathNot: [TEST, '^packages/http/src/(create-app|route/all-routes)[.]ts$'],
      },
      to: { path: '^packages/http/src/openapi/' },
    },
    {
      name: 'cli-starts-light',
      comment:
        'The server and the databases take longer to load than all the rest, so a command loads them when it wants them.',
      severity: 'error',
      from: { path: '^packages/cli/src/', pathNot: [TEST, '^packages/cli/src/server/[^/]+[.]ts$'] },
      to: {
        path: '^packages/(http|notify|store-postgres)/|^packages/cli/src/server/[^/]+[.]ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'cli-command-is-last',
      comment: 'Only the root files, which make up the program, import commands.',
      severity: 'error',
      from: { path: '^packages/cli/src/(?!command/)[^/]+/', pathNot: TEST },
      to: { path: '^packages/cli/src/command/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: TEST },
      to: { path: `${TEST}|/test/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@opsgraph/source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
}
