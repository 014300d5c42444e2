/** The properties of a sample file with one topology. */
export interface SampleFile {
  readonly service?: string
  /** The prefix of the node ids. */
  readonly prefix?: string
  readonly resources?: readonly string[]
  readonly description?: string
  readonly policies?: readonly object[]
}

/**
 * The text of an export document with a service node, the environment Production and its resources, one line for each
 * node.
 */
export function topologyFile({
  service = 'shop',
  prefix = service,
  resources = ['web', 'db'],
  description = '',
  policies = [],
}: SampleFile = {}): string {
  const nodes = [
    { id: `${prefix}-s`, kind: 'service', label: service },
    { id: `${prefix}-p`, kind: 'environment', label: 'Production' },
    ...resources.map((label) => ({ id: `${prefix}-${label}`, kind: 'resource', label })),
  ]
  const edges = [
    { source: `${prefix}-s`, target: `${prefix}-p` },
    ...resources.map((label) => ({ source: `${prefix}-p`, target: `${prefix}-${label}` })),
  ]
  return `{
"kind": "platform-service-topology",
"schemaVersion": 2,
"topology": ${JSON.stringify({ name: service, description, service })},
"nodes": [
${nodes.map((node) => JSON.stringify(node)).join(',\n')}
],
"edges": ${JSON.stringify(edges)},
"weightPolicies": ${JSON.stringify(policies)}
}
`
}
