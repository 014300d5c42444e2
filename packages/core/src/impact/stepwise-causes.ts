import { groupBy } from '../group-by.js'
import { ParallelWalk } from './parallel-walk.js'
import type { EnvironmentCauses, RootCause } from './root-causes.js'

/**
 * The groups whose alerts affect a service directly, by environment. Such an alert counts for the service, and either
 * is about a resource with a node in the topology, or names the service.
 */
export type ServiceEnds = ReadonlyMap<EnvironmentCauses, ReadonlySet<number>>

/**
 * Finds the causes from which a chain of alerts leads up to a service: each alert explains the next one, which is
 * exactly one level above it (rules.md#root-causes-12). Walks down from many services at the same time.
 */
export class StepwiseCauses {
  readonly #walks: ReadonlyMap<EnvironmentCauses, ParallelWalk>

  private constructor(walks: ReadonlyMap<EnvironmentCauses, ParallelWalk>) {
    this.#walks = walks
  }

  /**
   * Walks down from the services. Yields now and then.
   *
   * @param services at most `BITS_AT_ONCE` services
   */
  static *find(services: readonly ServiceEnds[]): Generator<undefined, StepwiseCauses> {
    const walks = new Map<EnvironmentCauses, ParallelWalk>()
    for (const [bit, ends] of services.entries()) {
      for (const [causes, groups] of ends) {
        const walk = walks.get(causes) ?? new ParallelWalk(causes.below, services.length)
        walks.set(causes, walk)
        // The group sends the bit but does not receive it: an alert that affects the service directly is no chain of
        // alerts.
        for (const group of groups) walk.sendFrom(group, [bit])
      }
      yield
    }
    for (const walk of walks.values()) while (!walk.isOver) yield* walk.advance()
    return new StepwiseCauses(walks)
  }

  /**
   * Selects the causes from which such a chain leads to a service, and the causes that explain these.
   *
   * @param service the index of the service in the list that was passed to `find`
   * @param causes the causes to select from
   */
  select(service: number, causes: readonly RootCause[]): ReadonlySet<RootCause> {
    const inChain = causes.filter(({ environment, group }) => this.#walks.get(environment)?.hasBit(group, service))
    const explained = groupBy(inChain, ({ environment }) => environment)
    const explaining = Array.from(explained, ([environment, causes]) =>
      environment.collect(new Set(causes.map(({ alert }) => environment.indexesOf(alert)))),
    )
    return new Set(explaining.flat())
  }
}
