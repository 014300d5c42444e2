import { setImmediate } from 'node:timers/promises'
import { LIST_COLUMNS, type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { hashTag } from '../answer/answer-tag.js'
import { JsonChunks, SlicedText } from '../answer/json-chunks.js'
import { CHUNK_CHARACTERS } from '../answer/write-chunks.js'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { boolean, count, name, requiredName, successBody, successResponse } from '../wire/fields.js'
import {
  alertImpact,
  childrenCounted,
  childState,
  heldFailures,
  holdingWindows,
  rootCause,
  serviceHistory,
  serviceImpact,
  simulatedServiceImpact,
  unknownNames,
  unknownResources,
  unreachedAlerts,
} from '../wire/impact.js'
import { listQuery, pageParams, paging, pagingOf, toListRequest } from '../wire/page.js'
import { cutFields } from '../wire/relation.js'

type ImpactPage = Awaited<ReturnType<Opsgraph['readImpact']>>

const IMPACT_COLUMNS = LIST_COLUMNS.impact
const newest = boolean
  .optional()
  .meta({ description: 'true = of root causes of the same rank, the newest come first, not the oldest' })

const readImpact = defineRoute({
  id: 'readImpact',
  method: 'get',
  path: '/api/impact',
  summary: 'List services, how much alerts hurt them, and why',
  description:
    'Start here. The answer has every service that has a topology or a catalog entry, or that an active alert names, the most hurt first. An alert hurts a service if its resource, or something that depends on this resource, is a node of the topology of the service, or if the alert names the service.',
  query: {
    ...listQuery(IMPACT_COLUMNS, {
      severity: 'Only services with one of these severities',
      q: 'Only services whose name contains this text, in upper or lower case',
    }),
    healthy: boolean.default(true).meta({ description: 'false = leave out the services that nothing hurts' }),
    newest,
  },
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of services, the most hurt first',
      body: successBody({
        services: z.array(serviceImpact).meta({ description: 'The services of the page' }),
        unreached: unreachedAlerts,
        silencedCount: count.meta({ description: 'All active alerts that are silenced' }),
        ...holdingWindows,
        ...paging,
        unknown: unknownNames
          .optional()
          .meta({ description: 'Names in the filters `service` and `owner` that choose no service' }),
      }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const page = await opsgraph.readImpact(caller, {
      ...toListRequest(query, IMPACT_COLUMNS),
      healthy: query.healthy,
      newest: query.newest,
    })
    return await cachedImpactAnswer(page)
  },
})

/**
 * Caches the serialized answer for each page of the impact. While the impact does not change, `readImpact` returns the
 * same page objects, so each answer is serialized only once.
 */
const cachedAnswers = new WeakMap<ImpactPage, ReturnType<typeof toImpactAnswer>>()

function cachedImpactAnswer(page: ImpactPage): ReturnType<typeof toImpactAnswer> {
  const known = cachedAnswers.get(page) ?? toImpactAnswer(page)
  cachedAnswers.set(page, known)
  return known
}

async function toImpactAnswer({ items, unreached, silencedCount, windows, windowsMore, unknown, ...page }: ImpactPage) {
  const answer = successResponse({
    ...{ services: items, unreached, silencedCount, windows },
    ...(windowsMore && { windowsMore }),
    ...pagingOf({ items, ...page }),
    ...(unknown && { unknown }),
  })
  // Serializes in chunks with pauses: an answer may have 20 million characters, and serializing and hashing it takes a
  // tenth of a second.
  const chunks = new JsonChunks(answer.body)
  const texts: string[] = []
  for (let text = chunks.next(CHUNK_CHARACTERS); text !== undefined; text = chunks.next(CHUNK_CHARACTERS)) {
    texts.push(text)
    if (text.length >= CHUNK_CHARACTERS) await setImmediate()
  }
  const text = texts.join('')
  return { ...answer, text, headers: { ETag: await hashTag(new SlicedText(text)) } }
}

const listRootCauses = defineRoute({
  id: 'listRootCauses',
  method: 'get',
  path: '/api/impact/causes',
  summary: 'List all root causes of what hurts a service',
  description:
    'Pages through the root causes of which `GET /api/impact` shows the first 10, in the same order. A root cause is an active alert that no other alert explains, or that stands out from those that explain it.',
  query: {
    service: requiredName.meta({ description: 'The name of the service' }),
    newest,
    ...pageParams,
  },
  isVersioned: true,
  refuses: ['notFound'],
  responses: {
    200: {
      description: 'A page of root causes',
      body: successBody({ causes: z.array(rootCause).meta({ description: 'The root causes of the page' }), ...paging }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const { 'page-size': pageSize, ...request } = query
    const page = await opsgraph.listRootCauses(caller, { ...request, pageSize })
    return successResponse({ causes: page.items, ...pagingOf(page) })
  },
})

const readServiceHistory = defineRoute({
  id: 'readServiceHistory',
  method: 'get',
  path: '/api/impact/history',
  summary: 'Read how the state of a service has changed',
  description:
    'The transitions of a service in a range of time, the newest first, and how long the service had each severity. The server notices changes every second, so changes within a second are one transition.',
  query: {
    service: requiredName.meta({ description: 'The name of the service' }),
    from: z.string().optional().meta({ format: 'date-time', description: 'ISO 8601; default: 24 hours before `to`' }),
    to: z.string().optional().meta({ format: 'date-time', description: 'ISO 8601, exclusive; default: now' }),
    ...pageParams,
  },
  isVersioned: true,
  refuses: ['notFound'],
  responses: { 200: { description: 'A page of transitions', body: successBody({ ...serviceHistory, ...paging }) } },
  handle: async ({ caller, query }, { opsgraph }) => {
    const { 'page-size': pageSize, ...request } = query
    const history = await opsgraph.readServiceHistory(caller, { ...request, pageSize })
    const { service, from, to, knownSince, minutes, share, items } = history
    const transitions = items.map(({ time, from, to, acknowledged, causes }) => ({
      ...{ time, from, to, acknowledged, causes },
    }))
    const times = { service, from, to, knownSince, minutes, share }
    return successResponse({ ...times, transitions, ...pagingOf(history) })
  },
})

const listChildStates = defineRoute({
  id: 'listChildStates',
  method: 'get',
  path: '/api/impact/children',
  summary: 'List the children of a resource with their states',
  description:
    'The children in the resource graph, those at which the worst arrives first, and whether the redundancy rule of the resource counts them as healthy. What arrives can come from alerts of resources further below.',
  query: {
    resource: requiredName.meta({ description: 'The parent of the children' }),
    environment: name.default('').meta({ description: 'The environment of the resource' }),
    ...pageParams,
  },
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of children',
      body: successBody({
        children: z.array(childState).meta({ description: 'The children of the page' }),
        redundancy: childrenCounted,
        ...paging,
      }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const { 'page-size': pageSize, ...request } = query
    const { redundancy, ...page } = await opsgraph.listChildStates(caller, { ...request, pageSize })
    return successResponse({ children: page.items, redundancy, ...pagingOf(page) })
  },
})

const readAlertImpact = defineRoute({
  id: 'readAlertImpact',
  method: 'get',
  path: '/api/alert/:id/impact',
  summary: 'Read what an alert hurts, and what explains it',
  description:
    'For one alert: the services that it reaches, the alerts that explain it, and the alerts that it explains. For an alert that is closed or expired, all lists are empty. With `service`, also why the alert does not hurt this service.',
  query: {
    service: requiredName
      .optional()
      .meta({ description: 'Adds `why`: why the alert does not hurt the service with this name' }),
  },
  responses: { 200: { description: 'The services and the alerts', body: successBody(alertImpact) } },
  handle: async ({ caller, params, query }, { opsgraph }) =>
    successResponse(await opsgraph.readAlertImpact(caller, params.id, query.service)),
})

const simulateFailures = defineRoute({
  id: 'simulateFailures',
  method: 'post',
  path: '/api/impact/simulate',
  summary: 'Find which services would be hurt if some resources failed',
  description:
    'Treats each resource as if it had a new critical alert, and ignores all stored alerts, unless `withAlerts` is true. Nothing is stored. Use it before maintenance, or to look for single points of failure.',
  body: { schema: SCHEMAS.failures },
  responses: {
    200: {
      description: 'The services that would be hurt, the most hurt first',
      body: successBody({
        services: z.array(simulatedServiceImpact).meta({ description: 'The services, the most hurt first' }),
        unreached: z
          .strictObject({
            total: count,
            resources: z.array(name),
            ancestors: count.meta({ description: 'What depends on these resources, although no topology draws it' }),
          })
          .meta({ description: 'The failed resources that reach no service' }),
        held: heldFailures,
        unknown: unknownResources,
        ...cutFields,
      }),
    },
  },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(await opsgraph.simulateFailures(caller, asUncheckedInput(body))),
})

/** The endpoints that show which services alerts affect, or failures would affect (rules.md#impact). */
export const impactRoutes = [
  readImpact,
  listRootCauses,
  readServiceHistory,
  listChildStates,
  readAlertImpact,
  simulateFailures,
]
