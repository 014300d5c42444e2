import type { HeldList } from '../plan/plan-options.js'
import { type ResourceKey, resourceKey } from '../relation/relation.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { StatedParents } from './cmdb-record.js'

/** The resources of records that an import skips. They keep what they have. */
export class HeldResources {
  readonly #keys = new Map<string, ResourceKey>()
  readonly #names = new Set<string>()
  readonly environments = new Set<string>()
  #isUnknown = false

  static of({ resources, names, any }: HeldList): HeldResources {
    const held = new HeldResources()
    for (const { environment, resource } of resources) held.add(resource, environment)
    for (const name of names) held.#names.add(name)
    held.#isUnknown = any
    return held
  }

  get list(): HeldList {
    return { resources: [...this.#keys.values()], names: [...this.#names], any: this.#isUnknown }
  }

  copy(): HeldResources {
    return HeldResources.of(this.list)
  }

  add(resource: string, environment: string): void {
    this.#keys.set(resourceKey({ environment, resource }), { environment, resource })
    this.environments.add(environment)
  }

  /** Adds the names of a record that does not tell its environment. */
  addAnywhere(names: readonly string[]): void {
    for (const name of names) this.#names.add(name)
  }

  /** Adds a record that does not tell its resource. It may be about any resource. */
  addUnknown(): void {
    this.#isUnknown = true
  }

  has(key: ResourceKey): boolean {
    return this.#isUnknown || this.#names.has(key.resource) || this.#keys.has(resourceKey(key))
  }
}

export interface ReachOptions extends Pick<CmdbImportOptions, 'mode'> {
  readonly scope?: CmdbImportOptions['scope'] | undefined
  readonly held?: HeldResources | undefined
  /** Claims of relations that the source has not confirmed since this time are removed too (rules.md#stale-removal). */
  readonly staleBefore?: string | undefined
}

/**
 * What an import may remove of what its source created before and the file no longer states: nothing in the mode
 * `merge`, otherwise everything, or everything in the environments of the file (rules.md#cmdb-request-10).
 */
export class RemovalReach {
  /** The environments of the file. */
  readonly #environments: ReadonlySet<string>

  constructor(
    records: readonly StatedParents[],
    readonly options: ReachOptions,
  ) {
    const environments = new Set(options.held?.environments)
    if (options.mode === 'replace') for (const { environment } of records) environments.add(environment)
    this.#environments = environments
  }

  /** True if no node may be removed. */
  get isEmpty(): boolean {
    return this.options.mode !== 'replace'
  }

  get hasRelations(): boolean {
    return !this.isEmpty || this.removesStale
  }

  get removesStale(): boolean {
    return this.options.staleBefore !== undefined
  }

  covers(key: ResourceKey): boolean {
    return this.coversEnvironment(key.environment) && this.options.held?.has(key) !== true
  }

  coversEnvironment(environment: string): boolean {
    return !this.isEmpty && (this.options.scope !== 'environments' || this.isInFile(environment))
  }

  /** @param lastTime when the source stated the relation last */
  coversRelation(key: ResourceKey, lastTime: string | undefined): boolean {
    const { held, staleBefore } = this.options
    if (this.covers(key)) return true
    return staleBefore !== undefined && lastTime !== undefined && lastTime < staleBefore && held?.has(key) !== true
  }

  isInFile(environment: string): boolean {
    return this.#environments.has(environment)
  }
}

/** How a file states relations. */
export interface Stating extends Pick<CmdbImportOptions, 'source'> {
  readonly reach: RemovalReach
  /** True if the parents of a record are all parents that the source knows: the former ones go, in `merge` too. */
  readonly statesAll: boolean
  /** The claims of topologies that stay if the source withdraws a relation. The others go with the edges. */
  readonly kept: ReadonlySet<string> | 'all'
}
