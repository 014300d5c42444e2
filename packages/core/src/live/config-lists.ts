import type { Scope } from '../access/scope.js'

interface ConfigKind {
  /** The scope that a caller needs to read the list. */
  readonly scope: Scope
  /** Whether every change of the list also changes the `PolicyRevision`. */
  readonly isRevised?: true
}

/**
 * The lists of the configuration (rules.md#events-4). An event of the kind `config` names one of these lists. The name
 * is that of the part of the store that has the list.
 */
const KINDS = {
  catalog: { scope: 'read:service_catalog' },
  redundancyRules: { scope: 'read:service_topologies' },
  aliases: { scope: 'read:service_topologies', isRevised: true },
  alertPolicies: { scope: 'read:service_topologies', isRevised: true },
  weightPolicies: { scope: 'read:service_topologies', isRevised: true },
  relationPolicies: { scope: 'read:service_topologies', isRevised: true },
  maintenance: { scope: 'read:alerts', isRevised: true },
  webhooks: { scope: 'read:webhook_configs' },
  subscriptions: { scope: 'read:subscriptions' },
  apiKeys: { scope: 'read:keys' },
} as const satisfies Readonly<Record<string, ConfigKind>>

export type ConfigList = keyof typeof KINDS

export const CONFIG_KINDS: Readonly<Record<ConfigList, ConfigKind>> = KINDS

export const CONFIG_LISTS = Object.keys(KINDS) as readonly ConfigList[]

export function isConfigList(name: string): name is ConfigList {
  return Object.hasOwn(KINDS, name)
}
