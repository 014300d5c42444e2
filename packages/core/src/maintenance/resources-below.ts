import { compileTest } from '../filter/compile-filter.js'
import { type KeyedFilter, textsNamed } from '../filter/keyed-filter.js'
import { groupBy } from '../group-by.js'
import type { RelationKey, ResourceKey } from '../relation/relation.js'
import type { WorkMeter } from '../work-meter.js'
import { type NearestBelow, WalkBelow } from './walk-below.js'

/** A filter that is asked about the resources below an alert, and how many levels. */
export interface AskedBelow {
  readonly keyed: KeyedFilter
  readonly depth: number
}

/** At most this many resources with an answer are kept, for all filters together; each takes about 30 bytes. */
const ANSWERS_KEPT = 2_000_000

/**
 * What lies below the resources of some alerts, as far as the windows look (rules.md#maintenance-windows-13). All alerts
 * share one walk, and the answer of a filter for all resources of an environment.
 */
export class ResourcesBelow {
  /** For windows that look at no other resource. */
  static readonly NONE = new ResourcesBelow(new Map())

  readonly #walks: ReadonlyMap<string, WalkBelow>
  readonly #answers = new Map<AskedBelow, Map<string, NearestBelow>>()
  #kept = 0

  /** @param walks by environment, each at its end */
  constructor(walks: ReadonlyMap<string, WalkBelow>) {
    this.#walks = walks
  }

  /** The walks for some resources, by environment, which the caller runs to their ends. */
  static walks(
    resources: readonly ResourceKey[],
    depth: number,
    stated: readonly RelationKey[],
  ): ReadonlyMap<string, WalkBelow> {
    const statedIn = groupBy(stated, ({ environment }) => environment)
    const walks = Array.from(
      groupBy(resources, ({ environment }) => environment),
      ([environment, starts]) => {
        const names = starts.map(({ resource }) => resource)
        const children = groupBy(statedIn.get(environment) ?? [], ({ parent }) => parent)
        return [environment, new WalkBelow(names, depth, children)] as const
      },
    )
    return new Map(walks)
  }

  /**
   * The nearest resource below an alert that makes a filter match, if the alert had this resource instead of its own. The
   * walks must have begun with the resource of the alert. Yields for pauses.
   */
  *nearest(alert: ResourceKey, asked: AskedBelow, meter: WorkMeter): Generator<undefined, string | undefined> {
    const walk = this.#walks.get(alert.environment)
    if (walk === undefined) return undefined
    const answers = yield* asked.keyed.answers(alert, meter)
    const key = `${answers} ${alert.environment}`
    const known = this.#answers.get(asked)?.get(key)
    if (known !== undefined) return known.of(alert.resource)
    const found = yield* answerOf(walk, asked, { answers, meter })
    this.#keep(asked, key, found)
    return found.of(alert.resource)
  }

  #keep(asked: AskedBelow, key: string, found: NearestBelow): void {
    this.#kept += found.size + 1
    if (this.#kept > ANSWERS_KEPT) {
      this.#answers.clear()
      this.#kept = found.size + 1
    }
    const answers = this.#answers.get(asked) ?? new Map()
    this.#answers.set(asked, answers.set(key, found))
  }
}

interface Asking {
  readonly answers: string
  readonly meter: WorkMeter
}

function* answerOf(
  walk: WalkBelow,
  { keyed, depth }: AskedBelow,
  { answers, meter }: Asking,
): Generator<undefined, NearestBelow> {
  const rest = keyed.rest(answers)
  if (rest === false) return { size: 0, of: () => undefined }
  if (rest === true) return { size: 0, of: (resource) => resource }
  const test = compileTest(rest)
  const subject = { resource: '' }
  const matches = (resource: string) => {
    subject.resource = resource
    return test(subject, meter)
  }
  return yield* walk.nearest({ matches, named: textsNamed(rest), depth })
}
