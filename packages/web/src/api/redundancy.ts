import { api, bodyOf } from './client.js'
import { formQuery, liveQuery } from './queries.js'
import type { ResourceName } from './resources.js'
import type { components } from './schema.js'
import type { Alert } from './schemas.js'

type Schemas = components['schemas']
export type RedundancyRule = Schemas['RedundancyRule']
export type SentRule = Schemas['RedundancyRuleBody']
/** What would be hurt if a resource failed. */
export type WhatIf = Awaited<ReturnType<typeof simulate>>

/** The statuses of alerts by which a child of a redundancy rule fails (rules.md#redundancy). */
const FAILING = ['open', 'assign', 'ack', 'blackout'] as const
/** The maximum number of names in one request, because the length of a URL is limited. */
const NAMES = 40
/** The maximum page size of the API. */
const LARGEST_PAGE = 1_000

/** A query that reads the rule of a resource; `null` = it has none. The list is asked, because that is no error. */
export function ruleQuery({ environment, resource }: ResourceName) {
  const query = { environment: [environment], resource: [resource] }
  return formQuery(['rules', environment, resource], async (signal) => {
    const { rules } = await bodyOf(api.GET('/api/resources/rules', { params: { query }, signal }))
    return rules[0] ?? null
  })
}

/** Sets the rule of a resource. Returns the stored one, which is another one if its source is stronger. */
export async function putRule(query: ResourceName, body: SentRule): Promise<RedundancyRule> {
  return (await bodyOf(api.PUT('/api/resources/rule', { params: { query }, body }))).rule
}

export async function deleteRule(query: ResourceName): Promise<void> {
  await bodyOf(api.DELETE('/api/resources/rule', { params: { query } }))
}

/** A query that reads the worst alert of each of these resources that has one. Alerts that are shelved do not count. */
export function worstAlertsQuery(environment: string, names: readonly string[]) {
  return liveQuery(['alert-list', 'worst', environment, names], async (signal) => {
    const worst = new Map<string, Alert>()
    for (let start = 0; start < names.length; start += NAMES) {
      const alerts = await failingAlertsOf(environment, names.slice(start, start + NAMES), signal)
      for (const alert of alerts.toReversed()) worst.set(alert.resource, alert)
    }
    return worst
  })
}

/** Returns the alerts of these resources by which they may fail, the worst first. */
async function failingAlertsOf(environment: string, resource: string[], signal: AbortSignal) {
  const filter = { environment: [environment], resource, status: [...FAILING] }
  const found: Alert[] = []
  for (let page = 1, more = true; more; page++) {
    const query = { ...filter, page, 'page-size': LARGEST_PAGE, 'sort-by': 'severity' as const }
    const answer = await bodyOf(api.GET('/api/alerts', { params: { query }, signal }))
    found.push(...answer.alerts)
    more = answer.more
  }
  return found
}

/** A query that asks what would be hurt if a resource failed. Changes nothing. */
export function whatIfQuery({ environment, resource }: ResourceName) {
  const body = { environment, resources: [resource] }
  return formQuery(['impact', 'what-if', environment, resource], (signal) => simulate(body, signal))
}

async function simulate(body: Schemas['Failures'], signal: AbortSignal) {
  return await bodyOf(api.POST('/api/impact/simulate', { body, signal }))
}
