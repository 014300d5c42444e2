import type { ResourceAlias } from '../alias/resource-alias.js'
import { BodyReader } from '../body-reader.js'
import { invalid, OpsgraphError } from '../opsgraph-error.js'
import { compareKeys, type RelationKey } from '../relation/relation.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { ENTITY_KINDS } from './read-entity.js'
import {
  SNAPSHOT_KIND,
  SNAPSHOT_SECTIONS,
  SNAPSHOT_VERSION,
  type SnapshotCounts,
  type SnapshotEntry,
  type SnapshotSection,
  zeroCounts,
} from './snapshot-entry.js'

/**
 * Reads a snapshot line by line, and checks that a store may contain its entities (rules.md#snapshots): every entity is
 * valid, no entity occurs twice, and the last line is there. To save memory, the reader stores only names and ids of
 * entities.
 */
export class SnapshotReader {
  readonly #newId: () => string
  readonly #seen = new Map<string, Set<string>>()
  readonly #counts = zeroCounts()
  #line = 0
  #section = 0
  #lastRelation: RelationKey | undefined
  #isComplete = false
  #hasClaims = false

  /** @param newId creates ids for edges without an id */
  constructor(newId: () => string) {
    this.#newId = newId
  }

  /** True if the snapshot has all claims of its relations. The snapshots of earlier releases have no claims. */
  get hasClaims(): boolean {
    return this.#hasClaims
  }

  /**
   * Reads the next line.
   *
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
      this.#hasClaims = readHeader(parseJson(text, NOT_A_SNAPSHOT_MESSAGE))
      return undefined
    }
    if (this.#isComplete) throw invalid('nothing may follow the line "end"')
    const reader = new BodyReader(parseJson(text, 'it is not JSON'))
    const [key = '', ...others] = reader.keys
    if (others.length > 0) throw invalid('a line holds one entity')
    if (key === 'end') {
      this.#checkCounts(new BodyReader(reader.value('end'), 'end'))
      return undefined
    }
    return this.#readEntity(this.#sectionOf(key), reader.value(key))
  }

  #sectionOf(key: string): SnapshotSection {
    const position = SNAPSHOT_SECTIONS.indexOf(key as SnapshotSection)
    const section = SNAPSHOT_SECTIONS[position]
    if (section === undefined)
      throw invalid(`"${truncateForMessage(key)}" is not one of ${SNAPSHOT_SECTIONS.join(', ')}, end`)
    if (position < this.#section) {
      throw invalid(`${section} must come before ${SNAPSHOT_SECTIONS[this.#section]}: the order is that of writing`)
    }
    this.#section = position
    return section
  }

  #readEntity(section: SnapshotSection, body: unknown): SnapshotEntry {
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
      this.#requireUnique('service of the catalog', entity.serviceId)
      return
    }
    this.#requireUnique(`${section} with the id`, entity.id)
    if (section === 'topology') {
      if (entity.schemaVersion === 2) this.#requireUnique('topology of the service', entity.service)
      for (const { id } of entity.nodes) this.#requireUnique('node with the id', id)
    } else if (section === 'relation') this.#requireOrder(entity)
    else if (section === 'redundancyRule') {
      this.#requireUnique(
        `redundancy rule in the environment ${JSON.stringify(entity.environment)} of`,
        entity.resource,
      )
    } else if (section === 'resourceAlias') {
      this.#checkAlias(entity)
    } else if (section === 'weightPolicy') this.#requireTopology(entity.topologyId)
  }

  #requireUnique(what: string, name: string): void {
    const seen = this.#seen.get(what) ?? new Set()
    this.#seen.set(what, seen)
    if (seen.has(name)) throw invalid(`the ${what} ${truncateForMessage(name)} is there twice`)
    seen.add(name)
  }

  /** Checks an alias: no other alias has its name, and it does not stand for another alias (rules.md#aliases-3). */
  #checkAlias({ environment, alias, resource }: ResourceAlias): void {
    const where = `in the environment ${JSON.stringify(environment)}`
    const [aliases, targets] = [`alias ${where}`, `resource with an alias ${where}`]
    this.#requireUnique(aliases, alias)
    const end = this.#seen.get(aliases)?.has(resource) ? resource : this.#seen.get(targets)?.has(alias) && alias
    if (end) throw invalid(`an alias must not mean ${truncateForMessage(end)}, which is an alias itself`)
    this.#seen.set(targets, (this.#seen.get(targets) ?? new Set()).add(resource))
  }

  #requireTopology(id: string | null): void {
    if (id === null || this.#seen.get('topology with the id')?.has(id)) return
    throw invalid(`topologyId: there is no topology ${truncateForMessage(id)} before it`)
  }

  /**
   * Checks that relations are sorted by key. Equal relations are then adjacent, so a repeated relation is found without
   * storing all keys.
   */
  #requireOrder(relation: RelationKey): void {
    const order = this.#lastRelation === undefined ? -1 : compareKeys(this.#lastRelation, relation)
    if (order === 0) throw invalid('the relation occurs twice')
    if (order > 0) throw invalid('relations must be in the order of environment, resource and parent')
    this.#lastRelation = relation
  }

  #checkCounts(end: BodyReader): void {
    for (const section of SNAPSHOT_SECTIONS) {
      const count = this.#counts[section]
      const isOlder = 'isLater' in ENTITY_KINDS[section] && end.value(section) === undefined
      if ((isOlder ? 0 : end.number(section)) !== count)
        throw end.fault(section, `must be ${count}, which is how many there are`)
    }
    this.#isComplete = true
  }
}

const NOT_A_SNAPSHOT_MESSAGE = `the file is not a snapshot: its first line must hold {"kind": "${SNAPSHOT_KIND}"}`

/** @returns true if the snapshot has all claims of its relations */
function readHeader(header: unknown): boolean {
  const { kind, version, claims } = (header ?? {}) as Readonly<Record<string, unknown>>
  if (kind !== SNAPSHOT_KIND) throw invalid(NOT_A_SNAPSHOT_MESSAGE)
  if (version === SNAPSHOT_VERSION) return claims === true
  const found = typeof version === 'number' ? version : 'unknown'
  throw invalid(`the version of the snapshot is ${found}; this opsgraph reads version ${SNAPSHOT_VERSION}`)
}

function parseJson(text: string, fault: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(fault)
  }
}
