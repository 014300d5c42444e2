import { CONFIG_LISTS, type ConfigList } from '../../live/config-lists.js'
import type { StoreParts } from '../../port/store.js'

/** The versions of the lists of the configuration. */
export interface ConfigVersions {
  /** The `PolicyRevision`. */
  readonly policies: string
  readonly lists: ReadonlyMap<ConfigList, string>
}

type ReadVersion = (parts: StoreParts) => Promise<string>

/** Each of these versions costs one short statement, so they are read at every look. */
const CHEAP = {
  catalog: ({ catalog }) => catalog.version(),
  redundancyRules: ({ redundancyRules }) => redundancyRules.version(),
  webhooks: ({ webhooks }) => webhooks.revision(),
  subscriptions: ({ subscriptions }) => subscriptions.version(),
  apiKeys: ({ apiKeys }) => apiKeys.version(),
} as const satisfies Readonly<Partial<Record<ConfigList, ReadVersion>>>

/** A change of these lists also changes the `PolicyRevision`, so their versions are read only after that. */
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
 * @param before the versions of an earlier look; `undefined` = all are read, also because topologies have changed: a
 *   topology that is deleted leaves its weight policies, and that does not change the `PolicyRevision`
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
