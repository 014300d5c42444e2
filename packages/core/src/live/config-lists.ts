import type { Scope } from '../access/scope.js'

/** The scope that a caller needs to read each list of the configuration. Events of the kind `config` name a list (rules.md#events-4). */
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
