import type { HoldingWindow } from '../../impact/holding-windows.js'
import type { Impact } from '../../impact/impact-search.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'
import type { ListedWindows } from './impact-page.js'

/** At most this many windows are listed for each service, and for all alerts. */
const WINDOWS_SHOWN = 10
const NO_WINDOWS: readonly CompiledWindow[] = []

/**
 * Reads the maintenance windows that are in effect, if windows hold alerts of the impact. Returns the same list until a
 * window begins, ends or changes. Costs at most one short statement if no policy or window has changed.
 */
export async function windowsInEffect(
  dependencies: Dependencies,
  { windows }: Impact,
): Promise<readonly CompiledWindow[]> {
  if (windows.length === 0) return NO_WINDOWS
  const { maintenance } = await activePolicies(dependencies, dependencies.store)
  return maintenance.activeAt(timestamp(dependencies.clock()))
}

/** Adds to the windows that hold alerts when each of them ends. */
export class WindowEnds {
  readonly #ends: ReadonlyMap<string, string | undefined>

  /** @param now ISO 8601 */
  constructor(inEffect: readonly CompiledWindow[], now: string) {
    const time = Date.parse(now)
    this.#ends = new Map(inEffect.map(({ window, turns }) => [window.id, turns.at(time)?.endTime]))
  }

  listed(windows: readonly HoldingWindow[]): ListedWindows {
    return {
      windows: windows
        .slice(0, WINDOWS_SHOWN)
        .map(({ id, name, count }) => ({ id, name, until: this.#ends.get(id) ?? null, count })),
      ...(windows.length > WINDOWS_SHOWN ? { windowsMore: true as const } : {}),
    }
  }
}
