/** What a test must set up before the first block of a page, because the page itself does not set it up. */
export interface Stage {
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
const CHECKS = `{"id": "checks", "enabled": true, "authMode": "header", "authHeaderScheme": "hub", "authSecret": "the secret",
  "fieldMappings": {"resource": "host", "event": "name"},
  "defaultValues": {"environment": "Production", "type": "check", "text": "no output", "severity": "major"}}`
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
  'docs/cmdb-import.md': {
    server: true,
    files: { 'examples/cmdb/inventory.csv': 'inventory.csv' },
    before: `${DATABASE}\nopsgraph snapshot save state.jsonl`,
  },
  'docs/pictures.md': {
    server: true,
    files: { 'examples/otel-demo': 'demo' },
    before: `export URL=http://127.0.0.1:8080; ${POST_SHOP}; export ID=$(grep -o '"id":"[0-9a-f-]*"' topology.json | head -1 | cut -d'"' -f4); curl -s -H "Authorization: Key $KEY" $URL/api/service_topology/export > all.json`,
  },
  'docs/topology-files.md': { server: true, before: POST_SHOP },
  'docs/webhooks.md': {
    server: true,
    before: `echo 'the secret' > secret.txt; echo '{"host": "web-1", "name": "ping", "failed": true}' > payload.json
curl -s -H "Authorization: Key $KEY" http://127.0.0.1:8080/api/webhook_config -d '${CHECKS}' > checks.json`,
  },
  'docs/coming-from.md': { server: true },
  'docs/http-api.md': { server: true },
  'docs/impact.md': { server: true },
  'docs/backups-and-upgrades.md': {
    files: { 'examples/trees/trees.json': 'trees.json' },
    before: `${DATABASE}\nopsgraph topology load-trees trees.json\nunset DATABASE_URL`,
  },
  'docs/operating.md': { before: DATABASE },
}
