import type { Scope } from '../access/scope.js'

/**
 * The lists of the configuration, and the scope that a caller needs to read each of them (rules.md#events-4). An event of
 * the kind `config` names one of these lists.
 */
export const CONFIG_SCOPES = {
  catalog: 'read:service_catalog',
  redundancyRules: 'read:service_topologies',
  aliases: 'read:service_topologies',
  alertPolicies: 'read:service_topologies',
  weightPolicies: 'read:service_topologies',
  relationPolicies: 'read:service_topologies',
  maintenance: 'read:alerts',
  webhooks: 'read:webhook_configs',
  subscriptions: 'read:subscriptions',
  apiKeys: 'read:keys',
} as const satisfies Readonly<Record<string, Scope>>

export type ConfigList = keyof typeof CONFIG_SCOPES

export const CONFIG_LISTS = Object.keys(CONFIG_SCOPES) as readonly ConfigList[]

export function isConfigList(name: string): name is ConfigList {
  return Object.hasOwn(CONFIG_SCOPES, name)
}
