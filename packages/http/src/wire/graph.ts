import { HIERARCHY_CONFIG_KEYS, NODE_KINDS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { jsonObject } from './json-object.js'
import { name, requiredName } from './name.js'

const position = z
  .strictObject({ x: z.number(), y: z.number() })
  .meta({ id: 'Position', description: 'The place of a node in the drawing' })
const hierarchyConfig = z
  .strictObject(
    Object.fromEntries(
      HIERARCHY_CONFIG_KEYS.map((key) => [key, z.unknown().optional().meta({ description: 'Any JSON' })]),
    ),
  )
  .meta({ id: 'HierarchyConfig', description: 'Settings of earlier releases, which are stored as they are' })

const nodeKind = z.enum(NODE_KINDS).meta({ description: 'What the node stands for' })

/** A stored node (rules.md#nodes). */
export const node = z
  .strictObject({
    id: z.string(),
    kind: nodeKind,
    label: name,
    environment: name.nullable().meta({ description: 'Derived; null for the service node' }),
    resource: name.nullable().meta({ description: 'Derived; null unless the kind is resource' }),
    icon: z.string(),
    params: jsonObject,
    hierarchyConfig,
    position,
  })
  .meta({ id: 'Node', description: 'A node of a topology' })

/** A stored edge, from parent to child (rules.md#edges). */
export const edge = z
  .strictObject({
    id: z.string(),
    source: z.string().meta({ description: 'The id of the parent node' }),
    target: z.string().meta({ description: 'The id of the child node' }),
  })
  .meta({ id: 'Edge', description: 'An edge of a topology, from parent to child' })

const suggested = z.literal(true)

/** A suggested node, which is not stored (rules.md#nodes). */
export const suggestedNode = node.extend({ suggested }).meta({ id: 'SuggestedNode', description: 'A node to add' })
/** A suggested edge, which is not stored. */
export const suggestedEdge = edge.extend({ suggested }).meta({ id: 'SuggestedEdge', description: 'An edge to add' })

/** A node in a body; core validates it. */
export const newNode = z
  .object({
    id: requiredName,
    kind: nodeKind,
    label: name,
    icon: z.string().default(''),
    params: jsonObject.default({}),
    hierarchyConfig: hierarchyConfig.default({}),
    position: z
      .object({ x: z.number(), y: z.number() })
      .optional()
      .meta({ description: 'When omitted, a stored node keeps its position and a new node is laid out' }),
  })
  .meta({ id: 'NewNode', description: 'A node to store' })

/** An edge in a body; core validates it. */
export const newEdge = z
  .object({
    id: name.optional().meta({ description: 'Generated when omitted' }),
    source: z.string().meta({ description: 'The id of the parent node' }),
    target: z.string().meta({ description: 'The id of the child node' }),
  })
  .meta({ id: 'NewEdge', description: 'An edge to store' })
