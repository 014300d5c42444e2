import { type ResourceKey, resourceKey } from '../relation/relation.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbRecord } from './cmdb-record.js'

/** The resources of records that an import skips. They keep what they have. */
export class HeldResources {
  readonly #keys = new Set<string>()
  readonly #names = new Set<string>()
  readonly environments = new Set<string>()
  #isUnknown = false

  copy(): HeldResources {
    const copy = new HeldResources()
    for (const key of this.#keys) copy.#keys.add(key)
    for (const name of this.#names) copy.#names.add(name)
    for (const environment of this.environments) copy.environments.add(environment)
    copy.#isUnknown = this.#isUnknown
    return copy
  }

  add(resource: string, environment: string): void {
    this.#keys.add(resourceKey({ environment, resource }))
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
}

/**
 * What an import may remove of what its source created before and the file no longer states: nothing in the mode
 * `merge`, otherwise everything, or everything in the environments of the file (rules.md#cmdb-request-10).
 */
export class RemovalReach {
  /** The environments of the file. */
  readonly #environments: ReadonlySet<string>

  constructor(
    records: readonly CmdbRecord[],
    readonly options: ReachOptions,
  ) {
    const environments = new Set(options.held?.environments)
    if (options.mode === 'replace') for (const { environment } of records) environments.add(environment)
    this.#environments = environments
  }

  get isEmpty(): boolean {
    return this.options.mode !== 'replace'
  }

  covers(key: ResourceKey): boolean {
    return this.coversEnvironment(key.environment) && this.options.held?.has(key) !== true
  }

  coversEnvironment(environment: string): boolean {
    return !this.isEmpty && (this.options.scope !== 'environments' || this.isInFile(environment))
  }

  isInFile(environment: string): boolean {
    return this.#environments.has(environment)
  }
}
