import type { ResourceAlias } from '../alias/resource-alias.js'
import { BodyReader } from '../body-reader.js'
import { invalid, OpsgraphError } from '../opsgraph-error.js'
import { compareKeys, type RelationKey } from '../relation/relation.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { ENTITY_KINDS } from './read-entity.js'
import {
  noEntities,
  SNAPSHOT_KIND,
  SNAPSHOT_SECTIONS,
  SNAPSHOT_VERSION,
  type SnapshotCounts,
  type SnapshotEntry,
  type SnapshotSection,
} from './snapshot-entry.js'

/**
 * Reads a snapshot line by line and checks that a store may hold its content (rules.md#snapshots): every entity is
 * valid, no entity occurs twice, and the last line is not missing. The reader keeps only names and ids in memory, and
 * no whole entities.
 */
export class SnapshotReader {
  readonly #newId: () => string
  readonly #taken = new Map<string, Set<string>>()
  readonly #counts = noEntities()
  #line = 0
  #section = 0
  #lastRelation: RelationKey | undefined
  #isComplete = false
  #hasClaims = false

  /** @param newId creates ids for edges without an id */
  constructor(newId: () => string) {
    this.#newId = newId
  }

  /** Whether the relations have all their claims. In the snapshots of earlier releases, they have none. */
  get hasClaims(): boolean {
    return this.#hasClaims
  }

  /**
   * @returns the entity of this line; `undefined` for the first line and for the last line
   * @throws OpsgraphError `invalid` with a message that begins with the number of the line
   */
  read(text: string): SnapshotEntry | undefined {
    this.#line++
    try {
      return this.#read(text)
    } catch (error) {
      if (!(error instanceof OpsgraphError)) throw error
      throw new OpsgraphError(error.kind, `line ${this.#line}: ${error.message}`, error.issues, { cause: error })
    }
  }

  /**
   * Returns the number of entities of each kind. Call it after the last line.
   *
   * @throws OpsgraphError `invalid` if the snapshot was cut off
   */
  finish(): SnapshotCounts {
    if (this.#line === 0) throw invalid('the snapshot is empty')
    if (!this.#isComplete) throw invalid(`line ${this.#line} is not the end: the snapshot was cut off`)
    return { ...this.#counts }
  }

  #read(text: string): SnapshotEntry | undefined {
    if (this.#line === 1) {
      this.#hasClaims = readHeader(parse(text, NO_SNAPSHOT))
      return undefined
    }
    if (this.#isComplete) throw invalid('nothing may follow the line "end"')
    const reader = new BodyReader(parse(text, 'it is not JSON'))
    const [key = '', ...others] = reader.keys
    if (others.length > 0) throw invalid('a line holds one entity')
    if (key === 'end') {
      this.#end(new BodyReader(reader.value('end'), 'end'))
      return undefined
    }
    return this.#entry(this.#sectionOf(key), reader.value(key))
  }

  #sectionOf(key: string): SnapshotSection {
    const place = SNAPSHOT_SECTIONS.indexOf(key as SnapshotSection)
    const section = SNAPSHOT_SECTIONS[place]
    if (section === undefined)
      throw invalid(`"${truncateForMessage(key)}" is not one of ${SNAPSHOT_SECTIONS.join(', ')}, end`)
    if (place < this.#section) {
      throw invalid(`${section} must come before ${SNAPSHOT_SECTIONS[this.#section]}: the order is that of writing`)
    }
    this.#section = place
    return section
  }

  #entry(section: SnapshotSection, body: unknown): SnapshotEntry {
    const entry = { section, entity: ENTITY_KINDS[section].read(body, this.#newId) } as SnapshotEntry
    this.#check(entry)
    this.#counts[section]++
    return entry
  }

  /**
   * Checks that an entity does not repeat an entity or a node id of an earlier line. Also checks that the topology of a
   * weight policy is in an earlier line, and that a service has only one topology of schemaVersion 2.
   */
  #check({ section, entity }: SnapshotEntry): void {
    if (section === 'catalogService') {
      this.#take('service of the catalog', entity.serviceId)
      return
    }
    this.#take(`${section} with the id`, entity.id)
    if (section === 'topology') {
      if (entity.schemaVersion === 2) this.#take('topology of the service', entity.service)
      for (const { id } of entity.nodes) this.#take('node with the id', id)
    } else if (section === 'relation') this.#follow(entity)
    else if (section === 'redundancyRule') {
      this.#take(`redundancy rule in the environment ${JSON.stringify(entity.environment)} of`, entity.resource)
    } else if (section === 'resourceAlias') {
      this.#takeAlias(entity)
    } else if (section === 'weightPolicy') this.#requireTopology(entity.topologyId)
  }

  #take(what: string, name: string): void {
    const taken = this.#taken.get(what) ?? new Set()
    this.#taken.set(what, taken)
    if (taken.has(name)) throw invalid(`the ${what} ${truncateForMessage(name)} is there twice`)
    taken.add(name)
  }

  /** An alias never means another alias (rules.md#aliases-3). */
  #takeAlias({ environment, alias, resource }: ResourceAlias): void {
    const place = `in the environment ${JSON.stringify(environment)}`
    const [aliases, meant] = [`alias ${place}`, `resource with an alias ${place}`]
    this.#take(aliases, alias)
    const end = this.#taken.get(aliases)?.has(resource) ? resource : this.#taken.get(meant)?.has(alias) && alias
    if (end) throw invalid(`an alias must not mean ${truncateForMessage(end)}, which is an alias itself`)
    this.#taken.set(meant, (this.#taken.get(meant) ?? new Set()).add(resource))
  }

  #requireTopology(id: string | null): void {
    if (id === null || this.#taken.get('topology with the id')?.has(id)) return
    throw invalid(`topologyId: there is no topology ${truncateForMessage(id)} before it`)
  }

  /**
   * Requires that relations are sorted by key. Then equal relations are next to each other, so a repeated relation is
   * found without keeping all keys.
   */
  #follow(relation: RelationKey): void {
    const order = this.#lastRelation === undefined ? -1 : compareKeys(this.#lastRelation, relation)
    if (order === 0) throw invalid('the relation occurs twice')
    if (order > 0) throw invalid('relations must be in the order of environment, resource and parent')
    this.#lastRelation = relation
  }

  #end(end: BodyReader): void {
    for (const section of SNAPSHOT_SECTIONS) {
      const count = this.#counts[section]
      const isOlder = ADDED.has(section) && end.value(section) === undefined
      if ((isOlder ? 0 : end.number(section)) !== count)
        throw end.fault(section, `must be ${count}, which is how many there are`)
    }
    this.#isComplete = true
  }
}

/** The sections that earlier releases do not write. */
const ADDED: ReadonlySet<SnapshotSection> = new Set(['redundancyRule', 'resourceAlias'])

const NO_SNAPSHOT = `the file is not a snapshot: its first line must hold {"kind": "${SNAPSHOT_KIND}"}`

/** @returns whether the relations of the snapshot have all their claims */
function readHeader(header: unknown): boolean {
  const { kind, version, claims } = (header ?? {}) as Readonly<Record<string, unknown>>
  if (kind !== SNAPSHOT_KIND) throw invalid(NO_SNAPSHOT)
  if (version === SNAPSHOT_VERSION) return claims === true
  const found = typeof version === 'number' ? version : 'unknown'
  throw invalid(`the version of the snapshot is ${found}; this opsgraph reads version ${SNAPSHOT_VERSION}`)
}

function parse(text: string, fault: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(fault)
  }
}
