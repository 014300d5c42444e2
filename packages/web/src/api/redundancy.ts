import { api, readBody } from './client.js'
import { formQuery, listQuery } from './queries.js'
import type { ResourceName } from './resources.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
export type RedundancyRule = Schemas['RedundancyRule']
export type SentRule = Schemas['RedundancyRuleBody']
/** What would be hurt if a resource failed. */
export type WhatIf = Awaited<ReturnType<typeof simulate>>

export type ChildStates = operations['listChildStates']['responses'][200]['content']['application/json']
export type ChildState = ChildStates['children'][number]

const CHILDREN_PAGE = 50

/**
 * A query that reads the redundancy rule of a resource; `null` = it has none. It reads the list of rules and not the
 * single rule, because the server would answer 404 for a missing rule.
 */
export function ruleQuery({ environment, resource }: ResourceName) {
  const query = { environment: [environment], resource: [resource] }
  return formQuery(['rules', environment, resource], async (signal) => {
    const { rules } = await readBody(api.GET('/api/resources/rules', { params: { query }, signal }))
    return rules[0] ?? null
  })
}

/**
 * Sets the redundancy rule of a resource and returns the stored rule. A stored rule with a stronger source does not
 * change.
 */
export async function putRule(query: ResourceName, body: SentRule): Promise<RedundancyRule> {
  return (await readBody(api.PUT('/api/resources/rule', { params: { query }, body }))).rule
}

export async function deleteRule(query: ResourceName): Promise<void> {
  await readBody(api.DELETE('/api/resources/rule', { params: { query } }))
}

/** A query that reads a page of the children of a resource, each with the worst severity that reaches it. */
export function childStatesQuery({ environment, resource }: ResourceName, page: number) {
  const query = { environment, resource, page, 'page-size': CHILDREN_PAGE } as const
  const read = (signal: AbortSignal) => readBody(api.GET('/api/impact/children', { params: { query }, signal }))
  return listQuery(['impact', 'children', environment, resource, page], read)
}

/**
 * A query that reads what would be hurt if a resource failed. Changes nothing.
 *
 * @param withAlerts whether the active alerts count too
 */
export function whatIfQuery({ environment, resource }: ResourceName, withAlerts: boolean) {
  const body = { environment, resources: [resource], withAlerts }
  return formQuery(['impact', 'what-if', environment, resource, withAlerts], (signal) => simulate(body, signal))
}

async function simulate(body: Schemas['Failures'], signal: AbortSignal) {
  return await readBody(api.POST('/api/impact/simulate', { body, signal }))
}
