import type { Impact } from '../../impact/impact-search.js'
import type { HoldingWindow } from '../../impact/service-impact.js'
import type { ActiveWindow } from '../../maintenance/window-plan.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readActivePolicies } from '../policy/active-policies.js'
import type { ListedWindows } from './impact-cache.js'

/** The maximum number of windows that are listed for each service, and for all alerts together. */
const MAX_WINDOWS_SHOWN = 10
const NO_WINDOWS: readonly ActiveWindow[] = []

/**
 * Reads the maintenance windows that are in effect; none if no window silences an alert of the impact. Returns the same
 * list object until a window begins, ends or changes. Costs at most one short statement if no policy or window has
 * changed.
 */
export async function readWindowsInEffect(
  dependencies: Dependencies,
  { windows }: Impact,
): Promise<readonly ActiveWindow[]> {
  if (windows.length === 0) return NO_WINDOWS
  const { maintenance } = await readActivePolicies(dependencies, dependencies.store)
  return await runWithPauses(maintenance.activeAt(timestamp(dependencies.clock())))
}

/** Lists the windows that silence alerts, with the time at which each ends. */
export class WindowEnds {
  readonly #ends: ReadonlyMap<string, string | undefined>

  constructor(inEffect: readonly ActiveWindow[]) {
    this.#ends = new Map(inEffect.map(({ window, occurrence }) => [window.id, occurrence.endTime]))
  }

  listed(windows: readonly HoldingWindow[]): ListedWindows {
    return {
      windows: windows
        .slice(0, MAX_WINDOWS_SHOWN)
        .map(({ id, name, count }) => ({ id, name, until: this.#ends.get(id) ?? null, count })),
      ...(windows.length > MAX_WINDOWS_SHOWN ? { windowsMore: true as const } : {}),
    }
  }
}
