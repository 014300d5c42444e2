import type { ResourcesOfSkippedRecords } from '../plan/plan-options.js'
import { type ResourceKey, resourceKey } from '../relation/relation.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { DeclaredParents } from './cmdb-record.js'

/** The resources that an import keeps: those of skipped records. Nothing that is stored about them may be removed. */
export class SkippedResources {
  readonly #keys = new Map<string, ResourceKey>()
  readonly #names = new Set<string>()
  readonly environments = new Set<string>()
  #isUnknown = false

  static fromList({ resources, names, any }: ResourcesOfSkippedRecords): SkippedResources {
    const kept = new SkippedResources()
    for (const { environment, resource } of resources) kept.add(resource, environment)
    for (const name of names) kept.#names.add(name)
    kept.#isUnknown = any
    return kept
  }

  get list(): ResourcesOfSkippedRecords {
    return { resources: [...this.#keys.values()], names: [...this.#names], any: this.#isUnknown }
  }

  copy(): SkippedResources {
    return SkippedResources.fromList(this.list)
  }

  add(resource: string, environment: string): void {
    this.#keys.set(resourceKey({ environment, resource }), { environment, resource })
    this.environments.add(environment)
  }

  /** Adds resources in every environment, for a skipped record whose environment cannot be read. */
  addAnywhere(names: readonly string[]): void {
    for (const name of names) this.#names.add(name)
  }

  /** Adds all resources, for a skipped record whose resource cannot be read. */
  addUnknown(): void {
    this.#isUnknown = true
  }

  has(key: ResourceKey): boolean {
    return this.#isUnknown || this.#names.has(key.resource) || this.#keys.has(resourceKey(key))
  }
}

export interface RemovalScopeOptions extends Pick<CmdbImportOptions, 'mode'> {
  readonly scope?: CmdbImportOptions['scope'] | undefined
  readonly kept?: SkippedResources | undefined
  /** Relations that the source last declared before this time may be removed in both modes (rules.md#stale-removal). */
  readonly staleBefore?: string | undefined
}

/**
 * Decides what an import may remove of the data that its source declared before and that the file no longer declares:
 * in the mode `merge` only stale relations, and in the mode `replace` everything, or only what is in the environments
 * of the file (rules.md#cmdb-request-10).
 */
export class RemovalScope {
  /** The environments that records of the file name, including skipped records. */
  readonly #environments: ReadonlySet<string>

  constructor(
    records: readonly DeclaredParents[],
    readonly options: RemovalScopeOptions,
  ) {
    const environments = new Set(options.kept?.environments)
    if (options.mode === 'replace') for (const { environment } of records) environments.add(environment)
    this.#environments = environments
  }

  /** True if the import may remove no node. */
  get keepsAllNodes(): boolean {
    return this.options.mode !== 'replace'
  }

  get coversAnyRelation(): boolean {
    return !this.keepsAllNodes || this.removesStale
  }

  get removesStale(): boolean {
    return this.options.staleBefore !== undefined
  }

  covers(key: ResourceKey): boolean {
    return this.coversEnvironment(key.environment) && this.options.kept?.has(key) !== true
  }

  coversEnvironment(environment: string): boolean {
    return !this.keepsAllNodes && (this.options.scope !== 'environments' || this.isInFile(environment))
  }

  /** @param lastTime when the source last declared the relation; `undefined` = unknown */
  coversRelation(key: ResourceKey, lastTime: string | undefined): boolean {
    const { kept, staleBefore } = this.options
    if (this.covers(key)) return true
    return staleBefore !== undefined && lastTime !== undefined && lastTime < staleBefore && kept?.has(key) !== true
  }

  isInFile(environment: string): boolean {
    return this.#environments.has(environment)
  }
}

/** Which stored relations the relations of a file replace. */
export interface DeclarationRules extends Pick<CmdbImportOptions, 'source'> {
  readonly removalScope: RemovalScope
  /**
   * True if a record declares all parents of its resource. Other parents that the source declared before are then
   * withdrawn, even in the mode `merge`.
   */
  readonly statesAllParents: boolean
  /**
   * The claims of topologies (as `claimKey` writes them) that remain when the source withdraws a relation. Other claims
   * of topologies end, because the import removes their edges.
   */
  readonly remainingEdges: ReadonlySet<string> | 'all'
}
