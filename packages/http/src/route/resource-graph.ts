import { LIMITS, USE_CASE_SCOPES } from '@opsgraph/core'
import { GRAPH_DIRECTIONS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { name, requiredName } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { cut, relation, toRelation, traversalEntry } from '../wire/relation.js'
import { range, wholeNumber } from '../wire/whole-number.js'

/** What a resource depends on, and what depends on it (rules.md#reading-the-graph). */
export const readResourceGraphRoute = defineRoute({
  id: 'readResourceGraph',
  method: 'get',
  path: '/api/resources/graph',
  summary: 'Read what a resource depends on and what depends on it',
  scope: USE_CASE_SCOPES.readResourceGraph,
  query: {
    resource: requiredName,
    environment: name.default(''),
    direction: z.enum(GRAPH_DIRECTIONS).default('both'),
    depth: wholeNumber.meta(range(LIMITS.graphDepth)),
  },
  responses: {
    200: {
      description: 'The resource with its neighbors, its ancestors and its descendants',
      body: okay({
        environment: name,
        resource: name,
        parents: z.array(relation),
        children: z.array(relation),
        ancestors: z.array(traversalEntry).optional(),
        descendants: z.array(traversalEntry).optional(),
        ...cut,
      }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const { parents, children, ...graph } = await opsgraph.readResourceGraph(caller, query)
    return {
      status: 200,
      body: { status: 'ok', ...graph, parents: parents.map(toRelation), children: children.map(toRelation) },
    }
  },
})
