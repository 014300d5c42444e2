import { groupBy } from '../group-by.js'
import { BitWalk } from './bit-walk.js'
import type { EnvironmentCauses, RootCause } from './root-causes.js'

/**
 * Where the alerts of a service begin to hurt it: for each environment, the groups that have an alert which counts for
 * the service, and either is about a resource with a node or names the service.
 */
export type ServiceEnds = ReadonlyMap<EnvironmentCauses, ReadonlySet<number>>

/**
 * Finds the causes from which a chain of alerts leads up to a service, each of which explains the next one, a single
 * level above (rules.md#root-causes-12). Walks down from many services at the same time.
 */
export class StepwiseCauses {
  readonly #walks: ReadonlyMap<EnvironmentCauses, BitWalk>

  private constructor(walks: ReadonlyMap<EnvironmentCauses, BitWalk>) {
    this.#walks = walks
  }

  /**
   * Walks down. Yields now and then.
   *
   * @param services at most `BITS_AT_ONCE`
   */
  static *find(services: readonly ServiceEnds[]): Generator<undefined, StepwiseCauses> {
    const walks = new Map<EnvironmentCauses, BitWalk>()
    for (const [bit, ends] of services.entries()) {
      for (const [causes, groups] of ends) {
        const walk = walks.get(causes) ?? new BitWalk(causes.below, services.length)
        walks.set(causes, walk)
        // An alert at the service itself does not lead to the service in steps.
        for (const group of groups) walk.send(group, [bit])
      }
      yield
    }
    for (const walk of walks.values()) while (!walk.isOver) yield* walk.advance()
    return new StepwiseCauses(walks)
  }

  /** Those of some causes that lead to a service in steps, and the causes that explain these causes. */
  of(service: number, all: readonly RootCause[]): ReadonlySet<RootCause> {
    const leading = all.filter(({ environment, group }) => this.#walks.get(environment)?.hasBit(group, service))
    const explained = groupBy(leading, ({ environment }) => environment)
    const explaining = Array.from(explained, ([environment, causes]) =>
      environment.in(new Set(causes.map(({ alert }) => environment.of(alert)))),
    )
    return new Set(explaining.flat())
  }
}
