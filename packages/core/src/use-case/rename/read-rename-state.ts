import { type AlertKey, alertKey } from '../../alert/alert.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationKey, ResourceKey } from '../../relation/relation.js'
import type { RenameState } from '../../rename/plan-rename.js'
import type { Renaming } from '../../rename/rename-nodes.js'
import { describeNameUses } from '../alias/name-uses.js'

/** Reads everything that a rename may change. In a transaction, locks the alerts. */
export async function readRenameState(parts: StoreParts, renaming: Renaming): Promise<RenameState> {
  const { environment, from, to } = renaming
  const key = { environment, resource: from }
  const { parents, children } = await parts.relations.around(environment, from)
  const own = [...parents, ...children]
  const met = await parts.relations.find(own.map((relation) => renameKey(relation, renaming)))
  const named = await parts.aliases.find([from, to].map((alias) => ({ environment, alias })))
  const followers = await parts.aliases.of([key])
  const naming = await parts.alerts.naming(key)
  return {
    relations: { relations: [...own, ...met], claims: await parts.relations.claims([...own, ...met]) },
    topologies: await parts.topologies.find(await parts.topologies.idsDrawing([key])),
    rules: await parts.redundancyRules.find([key, { environment, resource: to }]),
    aliases: [...new Map([...named, ...followers].map((alias) => [alias.id, alias])).values()],
    alerts: await lockAlerts(parts, naming, renaming),
  }
}

/** Returns a text with the data that names a resource, including active alerts; empty = nothing names it. */
export async function describeResourceUses(parts: StoreParts, key: ResourceKey): Promise<string> {
  const graph = await describeNameUses(parts, key)
  const alerts = (await parts.alerts.naming(key)).length
  const counted = alerts === 1 ? '1 active alert' : `${alerts} active alerts`
  return [graph, ...(alerts > 0 ? [counted] : [])].filter((text) => text !== '').join('; ')
}

/** Locks the alerts that name the resource, and the alerts whose keys these alerts would get. */
async function lockAlerts({ alerts }: StoreParts, naming: readonly AlertKey[], { environment, from, to }: Renaming) {
  const next = naming.flatMap((key) => (key.resource === from ? [{ environment, resource: to, event: key.event }] : []))
  const keys = new Map([...naming, ...next].map((key) => [alertKey(key), key]))
  return keys.size === 0 ? [] : await alerts.lock([...keys.values()])
}

function renameKey({ environment, resource, parent }: RelationKey, { from, to }: Renaming): RelationKey {
  const nameOf = (name: string) => (name === from ? to : name)
  return { environment, resource: nameOf(resource), parent: nameOf(parent) }
}
