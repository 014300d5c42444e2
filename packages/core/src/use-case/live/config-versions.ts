import { CONFIG_LISTS, type ConfigList } from '../../live/config-lists.js'
import type { StoreParts } from '../../port/store.js'

/** The versions of the lists of the configuration. */
export interface ConfigVersions {
  /** The version that `policyRevision` of the store has. */
  readonly policies: string
  readonly lists: ReadonlyMap<ConfigList, string>
}

type ReadVersion = (parts: StoreParts) => Promise<string>

/** Versions that no other version covers: each look reads them, with one short statement each. */
const CHEAP = {
  catalog: ({ catalog }) => catalog.version(),
  redundancyRules: ({ redundancyRules }) => redundancyRules.version(),
  webhooks: ({ webhooks }) => webhooks.revision(),
  subscriptions: ({ subscriptions }) => subscriptions.version(),
  apiKeys: ({ apiKeys }) => apiKeys.version(),
} as const satisfies Readonly<Partial<Record<ConfigList, ReadVersion>>>

/** A change of these lists also changes the policy revision, so their versions are read only after it has changed. */
const OF_POLICIES = {
  aliases: ({ aliases }) => aliases.version(),
  alertPolicies: ({ alertPolicies }) => alertPolicies.version(),
  weightPolicies: ({ weightPolicies }) => weightPolicies.version(),
  relationPolicies: ({ relationPolicies }) => relationPolicies.version(),
  maintenance: ({ maintenance }) => maintenance.version(),
} as const satisfies Readonly<Record<Exclude<ConfigList, keyof typeof CHEAP>, ReadVersion>>

/**
 * Reads the version of each list.
 *
 * @param before the versions of an earlier look; `undefined` = all versions are read. Callers also pass `undefined` if
 *   topologies have changed: the deletion of a topology changes weight policies, but not the policy revision
 */
export async function readConfigVersions(
  parts: StoreParts,
  before: ConfigVersions | undefined,
): Promise<ConfigVersions> {
  const policies = await parts.policyRevision.read()
  const isSame = before?.policies === policies
  const asked: Readonly<Partial<Record<ConfigList, ReadVersion>>> = isSame ? CHEAP : { ...CHEAP, ...OF_POLICIES }
  const versions = await Promise.all(
    CONFIG_LISTS.map(async (list) => [list, (await asked[list]?.(parts)) ?? before?.lists.get(list) ?? ''] as const),
  )
  return { policies, lists: new Map(versions) }
}
