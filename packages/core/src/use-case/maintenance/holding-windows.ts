import type { Alert } from '../../alert/alert.js'
import { isActive } from '../../alert/alert-status.js'
import { unheld } from '../../alert/unheld.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import type { HoldingWindows } from '../../maintenance/hold-alert.js'
import { ResourcesBelow } from '../../maintenance/resources-below.js'
import type { WindowPlan } from '../../maintenance/window-plan.js'
import type { RelationKey } from '../../relation/relation.js'
import type { NeighborLookup } from '../../relation/walk.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'

/** The alerts that windows may silence, and the relations through which windows find the resources below them. */
interface HoldingInput {
  readonly alerts: readonly Alert[]
  readonly relations: NeighborLookup
  /** Relations that the same transaction will write. */
  readonly stated?: readonly RelationKey[]
}

/**
 * The windows that are active now, with the resources below the alerts. Costs one statement for each level that a
 * window looks below an alert, and none if no window does this (rules.md#maintenance-windows-13).
 */
export async function holdingWindows(plan: WindowPlan, now: string, asked: HoldingInput): Promise<HoldingWindows> {
  const windows = await runWithPauses(plan.activeAt(now))
  return { windows, below: await resourcesBelow(windows, asked) }
}

/** The resources below the alerts. Uses the graph in memory if possible. */
export async function readBelow(
  { store, graphMemory }: Dependencies,
  windows: readonly Pick<CompiledWindow, 'below'>[],
  alerts: readonly Alert[],
): Promise<ResourcesBelow> {
  if (windows.every(({ below }) => below === undefined)) return ResourcesBelow.NONE
  const environments = [...new Set(alerts.map(({ environment }) => environment))]
  return await store.snapshot(async (parts) => {
    return await resourcesBelow(windows, { alerts, relations: await graphMemory.at(parts, environments) })
  })
}

/** The resources below the active alerts, down to the deepest level that a window looks at. */
async function resourcesBelow(
  windows: readonly Pick<CompiledWindow, 'below'>[],
  { alerts, relations, stated = [] }: HoldingInput,
): Promise<ResourcesBelow> {
  const depth = windows.reduce((most, { below }) => Math.max(most, below?.depth ?? 0), 0)
  const active = depth === 0 ? [] : alerts.filter((alert) => isActive(unheld(alert).status))
  if (active.length === 0) return ResourcesBelow.NONE
  const walks = ResourcesBelow.startWalks(active, depth, stated)
  await runWalks(relations, 'children', walks)
  return new ResourcesBelow(walks)
}
