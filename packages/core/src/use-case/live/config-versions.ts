import { CONFIG_KINDS, CONFIG_LISTS, type ConfigList } from '../../live/config-lists.js'
import type { StoreParts } from '../../port/store.js'

/** The versions of the lists of the configuration. */
export interface ConfigVersions {
  /** The `PolicyRevision`. */
  readonly policies: string
  readonly lists: ReadonlyMap<ConfigList, string>
}

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
  // A change of a revised list also changes the revision, so its version is read only after that.
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
