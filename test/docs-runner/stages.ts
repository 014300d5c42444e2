/** What a test must set up before the first block of a page, because the page assumes that it exists already. */
export interface Stage {
  /**
   * Whether the reader has done the quick start of README.md: the working folder is a built clone, a server with the
   * demo runs, and its admin key is in the data directory. The server of the test has a memory store, which starts
   * faster.
   */
  readonly quickStart?: boolean
  /** Whether the working folder is a built clone. In a clone, the command `opsgraph` is not on the PATH. */
  readonly clone?: boolean
  /** Whether a server with a memory store runs at the URL that the page uses. */
  readonly server?: boolean
  /** Files or folders of the repository to copy, with their names in the working folder. */
  readonly files?: Readonly<Record<string, string>>
  /** Commands that run in the working folder before the first block. */
  readonly before?: string
}

const SHOP = `{"name": "Shop", "description": "What we sell with", "service": "shop",
  "nodes": [{"id": "shop", "kind": "service", "label": "shop"}, {"id": "production", "kind": "environment", "label": "Production"},
    {"id": "database", "kind": "resource", "label": "database"}],
  "edges": [{"source": "shop", "target": "production"}, {"source": "production", "target": "database"}]}`
const POST_SHOP = `curl -s -H "Authorization: Key $KEY" http://127.0.0.1:8080/api/service_topology -d '${SHOP}' > topology.json`
/** Creates the schema in an empty database, and makes the commands of the page use this database. */
const DATABASE = `export DATABASE_URL=postgres://opsgraph:secret@db.example.org:5432/opsgraph
echo '[]' | opsgraph topology load-trees -`

export const STAGES: Readonly<Record<string, Stage>> = {
  'README.md': { clone: true },
  'docs/tutorial.md': { clone: true },
  'docs/architecture.md': { files: { 'packages/core/src': 'packages/core/src' } },
  'docs/cli.md': {
    files: {
      'examples/cmdb/inventory.csv': 'inventory.csv',
      'examples/trees/trees.json': 'trees.json',
      'examples/webhooks/alertmanager/payload.json': 'payload.json',
    },
    before: DATABASE,
  },
  'docs/cmdb-import.md': { quickStart: true },
  'docs/pictures.md': {
    server: true,
    files: { 'examples/otel-demo': 'demo' },
    before: `export URL=http://127.0.0.1:8080; ${POST_SHOP}; export ID=$(grep -o '"id":"[0-9a-f-]*"' topology.json | head -1 | cut -d'"' -f4); curl -s -H "Authorization: Key $KEY" $URL/api/service_topology/export > all.json`,
  },
  'docs/sources.md': { quickStart: true },
  'docs/topology-files.md': { quickStart: true },
  'docs/webhooks.md': { quickStart: true },
  'docs/windows.md': { quickStart: true },
  // The reader has a webhook of Slack; here, nothing listens at its address.
  'docs/notifications.md': { clone: true, before: 'export SLACK=http://127.0.0.1:8090/slack' },
  'docs/coming-from.md': { server: true },
  'docs/http-api.md': { server: true },
  'docs/events.md': { server: true },
  'docs/impact.md': { quickStart: true },
  'docs/backups-and-upgrades.md': {
    clone: true,
    before: `opsgraph() { node packages/cli/dist/opsgraph.js "$@"; }\n${DATABASE}\nunset DATABASE_URL; unset -f opsgraph`,
  },
  'docs/operating.md': { before: DATABASE },
}
