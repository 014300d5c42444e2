import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { GRAPH_DIRECTIONS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { name, rangeSchema, requiredName, successBody, successResponse, wholeNumber } from '../wire/fields.js'
import { cutFields, traversalEntry } from '../wire/relation.js'

/** Reads what a resource depends on, and what depends on it (rules.md#reading-the-graph). */
export const readResourceGraphRoute = defineRoute({
  id: 'readResourceGraph',
  method: 'get',
  path: '/api/resources/graph',
  summary: 'Read what a resource depends on and what depends on it',
  description:
    'Walks the relations breadth-first. Ancestors are hurt when the resource fails; if a descendant fails, the resource is hurt. Each resource is listed once, on a shortest path. If there are further resources beyond `depth`, `cut` is true.',
  query: {
    resource: requiredName.meta({ description: 'The resource to start from' }),
    environment: name.default('').meta({ description: 'The environment of the resource' }),
    direction: z.enum(GRAPH_DIRECTIONS).default('both').meta({ description: 'The directions of the walk' }),
    depth: wholeNumber.meta({ ...rangeSchema(LIMITS.graphDepth), description: 'The maximum number of levels' }),
  },
  responses: {
    200: {
      description: 'The resource with its neighbors, its ancestors and its descendants',
      body: successBody({
        environment: name,
        resource: name,
        parents: z
          .array(SCHEMAS.relation.stored)
          .meta({ description: 'The relations to its parents, the strongest source first' }),
        children: z
          .array(SCHEMAS.relation.stored)
          .meta({ description: 'The relations to its children, the strongest source first' }),
        ancestors: z.array(traversalEntry).optional().meta({ description: 'What is hurt when the resource fails' }),
        descendants: z.array(traversalEntry).optional().meta({ description: 'What hurts the resource when it fails' }),
        ...cutFields,
      }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => successResponse(await opsgraph.readResourceGraph(caller, query)),
})
