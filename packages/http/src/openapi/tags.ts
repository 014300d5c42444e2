interface Tag {
  readonly name: string
  readonly description: string
  /** Matches the beginning of the paths whose operations have this tag. */
  readonly paths: RegExp
}

/**
 * The groups of operations, in the order in which a reader needs them. An operation belongs to the first group whose
 * `paths` matches its path.
 */
const TAGS: readonly Tag[] = [
  {
    name: 'Impact',
    description: 'Which services are hurt, why, and what would be hurt if something failed.',
    paths: /^\/api\/(impact|alert\/:id\/impact)/,
  },
  {
    name: 'Alerts',
    description: 'Send, list, acknowledge, close and annotate alerts.',
    paths: /^\/api\/alerts?(\/|$)/,
  },
  {
    name: 'Events',
    description: 'Hear at once that something has changed.',
    paths: /^\/api\/events/,
  },
  {
    name: 'Heartbeats',
    description: 'Signs of life of programs: an alert says when they stop.',
    paths: /^\/api\/heartbeats?(\/|$)/,
  },
  {
    name: 'Subscriptions',
    description: 'Tell somebody when services begin to hurt, and when they recover.',
    paths: /^\/api\/subscription/,
  },
  {
    name: 'Maintenance windows',
    description: 'Times in which matching alerts hurt no service.',
    paths: /^\/api\/maintenance/,
  },
  {
    name: 'Resource graph',
    description: 'What depends on what: relations between resources, from all sources.',
    paths: /^\/api\/resources\/(relations|graph)/,
  },
  {
    name: 'Resources',
    description: 'Find resources, see what names each of them, and decommission those that are gone.',
    paths: /^\/api\/resources($|\/(usage|decommission))/,
  },
  {
    name: 'Redundancy rules',
    description: 'How many children of a resource must be healthy, such as two of three databases.',
    paths: /^\/api\/resources\/rule/,
  },
  {
    name: 'Names of resources',
    description: 'Further names of resources, and new names.',
    paths: /^\/api\/resources\/(alias|rename)/,
  },
  {
    name: 'CMDB import',
    description: 'Load resources, their relations and their services from an inventory; apply and undo plans.',
    paths: /^\/api\/resources\/(import|plans)/,
  },
  {
    name: 'Topologies',
    description: 'The drawing of each service: read, save, import and export it, and see which nodes have alerts.',
    paths: /^\/api\/service_topolog(y|ies)(\/|$)/,
  },
  {
    name: 'Service catalog',
    description: 'What services are called, and which of their alerts count.',
    paths: /^\/api\/service_catalog/,
  },
  {
    name: 'Alert policies',
    description: 'Change or drop matching alerts when they arrive.',
    paths: /^\/api\/alert_policy/,
  },
  {
    name: 'Weight policies',
    description: 'Set the weight of matching alerts.',
    paths: /^\/api\/service_topology_polic/,
  },
  {
    name: 'Relation policies',
    description: 'Set a parent for the resources of matching alerts.',
    paths: /^\/api\/resource_relation_policy/,
  },
  {
    name: 'Webhooks',
    description: 'URLs that turn what monitoring tools send into alerts.',
    paths: /^\/api\/webhook_/,
  },
  {
    name: 'Deliveries',
    description: 'Where monitoring tools post. Each webhook authenticates its sender itself.',
    paths: /^\/api\/webhooks\/custom/,
  },
  { name: 'API keys', description: 'Who may call the API, and for what.', paths: /^\/api\/keys?(\/|$)/ },
  { name: 'Audit trail', description: 'Who changed what.', paths: /^\/api\/audit/ },
  {
    name: 'Server',
    description: 'Health, metrics and this document. No key is needed.',
    paths: /^\/(api\/config|[^/]+)$/,
  },
]

/** The tags as the document lists them. */
export const DESCRIBED_TAGS = TAGS.map(({ name, description }) => ({ name, description }))

/**
 * The tag of the operations at an Express path.
 *
 * @throws Error if no tag matches the path
 */
export function findTag(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.test(path))
  if (tag === undefined) throw new Error(`no tag for ${path}: add one to tags.ts`)
  return tag.name
}
