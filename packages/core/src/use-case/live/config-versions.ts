import { CONFIG_KINDS, CONFIG_LISTS, type ConfigList } from '../../list-columns.js'
import type { StoreParts } from '../../port/store.js'

/** The versions of the lists of the configuration. */
export interface ConfigVersions {
  /** The version that `policyRevision` of the store has. */
  readonly policies: string
  readonly lists: ReadonlyMap<ConfigList, string>
}

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
  // A change of a list with `isRevised` also changes the policy revision. So if the revision is the same, the version
  // of such a list is the same too.
  const isSame = before?.policies === policies
  const versionOf = async (list: ConfigList) => {
    const known = isSame && CONFIG_KINDS[list].isRevised ? before.lists.get(list) : undefined
    return [list, known ?? (await readVersion(parts, list))] as const
  }
  return { policies, lists: new Map(await Promise.all(CONFIG_LISTS.map(versionOf))) }
}

/** Costs one short statement. */
async function readVersion(parts: StoreParts, list: ConfigList): Promise<string> {
  return list === 'webhooks' ? await parts.webhooks.revision() : await parts[list].version()
}
