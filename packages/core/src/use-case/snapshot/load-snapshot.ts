import type { Caller } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { relationKey } from '../../relation/relation.js'
import { claimKey, type RelationClaim } from '../../relation/relation-claim.js'
import { claimsInSnapshot, type RelationWithClaims } from '../../snapshot/kept-relation.js'
import { ENTITY_KINDS } from '../../snapshot/read-entity.js'
import type { SnapshotCounts, SnapshotEntry, SnapshotSection } from '../../snapshot/snapshot-entry.js'
import { SnapshotReader } from '../../snapshot/snapshot-reader.js'
import type { Topology } from '../../topology/topology.js'
import { relationsOfGraph } from '../../topology/topology-relations.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { countFreeSlots, noFreeSlotError } from '../topology/license-slots.js'
import { LISTED_SECTIONS, listedParts } from './listed-sections.js'
import { readLines } from './read-lines.js'

/** Opens a snapshot at its beginning. It is called again if the transaction is run again. */
export type OpenSnapshot = () => AsyncIterable<Uint8Array>

/**
 * Fills an empty store from a snapshot, in one transaction (rules.md#snapshots). Ids and times stay the same. Entities
 * are written in batches while the snapshot is read.
 *
 * @throws OpsgraphError `invalid`, naming the line, for an invalid snapshot; `conflict` if the store is not empty;
 *   `forbidden` if the license does not allow that many topologies
 */
export async function loadSnapshot(
  dependencies: Dependencies,
  caller: Caller,
  open: OpenSnapshot,
): Promise<SnapshotCounts> {
  return await dependencies.store.transaction(async (parts) => {
    await lockAllLists(parts)
    await requireEmptyStore(parts)
    const free = await countFreeSlots(dependencies, parts)
    const reader = new SnapshotReader(dependencies.newId)
    const writer = new EntityWriter(parts)
    for await (const line of readLines(open())) {
      const entry = reader.read(line)
      if (entry !== undefined) await writer.add(entry, line.length)
    }
    const counts = reader.finish()
    if (free !== null && counts.topology > free) throw noFreeSlotError(dependencies)
    await writer.finish()
    if (!reader.hasClaims) await claimEdges(parts)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'snapshot-loaded',
        resourceId: null,
        text: 'the empty store filled from a snapshot',
        attributes: counts,
      }),
    )
    return counts
  })
}

async function lockAllLists(parts: StoreTransaction): Promise<void> {
  await parts.lock('topologies')
  await parts.lock('catalog')
  await parts.lock('policies')
  await parts.lock('names')
}

async function requireEmptyStore(parts: StoreParts): Promise<void> {
  const found: string[] = []
  if ((await parts.relations.after(undefined, 1)).length > 0) found.push('relations')
  const listed = listedParts(parts)
  for (const section of LISTED_SECTIONS) {
    const { total } = await listed[section].list({ filters: {}, sort: undefined, page: 1, pageSize: 1 })
    if (total > 0) found.push(ENTITY_KINDS[section].list.many)
  }
  if (found.length === 0) return
  throw new OpsgraphError(
    'conflict',
    `the store is not empty, it has ${found.join(', ')}: a snapshot needs an empty one`,
  )
}

/**
 * If a topology has an edge for a stored relation, adds the claim of the topology to this relation. The snapshots of
 * earlier releases do not contain these claims (rules.md#snapshots-5). A migration of the database adds them likewise.
 */
async function claimEdges({ topologies, relations }: StoreParts): Promise<void> {
  const { pageSize } = ENTITY_KINDS.topology.list
  for (let page = 1; ; page++) {
    const { items, total } = await topologies.list({ filters: {}, sort: undefined, page, pageSize })
    const claims = items.flatMap((topology) => claimsOfEdges(topology))
    const stored = await relations.find(claims)
    const found = new Set([...stored.map(relationKey), ...(await relations.claims(stored)).map(claimKey)])
    const missing = claims.filter((claim) => found.has(relationKey(claim)) && !found.has(claimKey(claim)))
    if (missing.length > 0) await relations.keepClaims(missing)
    if (page * pageSize >= total) return
  }
}

function claimsOfEdges(topology: Topology): readonly RelationClaim[] {
  if (topology.schemaVersion !== 2) return []
  const [firstTime, lastTime] = [topology.updateTime, topology.updateTime]
  return relationsOfGraph(topology, topology.id).map((drawn) => ({
    ...drawn,
    firstTime,
    lastTime,
    isReplaceable: false,
  }))
}

/** A batch is written when it has this many entities, or when the lines of its entities have this many characters. */
const FULL_BATCH = { entities: 5_000, characters: 4 * 1024 * 1024 } as const

/** A part of a store that can write the entities of one section. */
interface EntityStore {
  save(entities: readonly SnapshotEntry['entity'][]): Promise<unknown>
}

/** Writes the entities of a snapshot in batches. */
class EntityWriter {
  readonly #parts: StoreTransaction
  #section: SnapshotSection | undefined
  #batch: SnapshotEntry['entity'][] = []
  #characters = 0

  constructor(parts: StoreTransaction) {
    this.#parts = parts
  }

  /**
   * Adds an entity to the current batch, and writes the batch if it is full.
   *
   * @param characters the length of the entity's line
   */
  async add({ section, entity }: SnapshotEntry, characters: number): Promise<void> {
    if (section !== this.#section) await this.finish()
    this.#section = section
    this.#batch.push(entity)
    this.#characters += characters
    if (this.#batch.length >= FULL_BATCH.entities || this.#characters >= FULL_BATCH.characters) await this.finish()
  }

  /** Writes the current batch, even if it is not full. */
  async finish(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    this.#characters = 0
    if (this.#section === undefined || batch.length === 0) return
    if (this.#section === 'relation') await writeRelations(this.#parts, batch as readonly RelationWithClaims[])
    else {
      const part: EntityStore = listedParts(this.#parts)[this.#section]
      await part.save(batch)
    }
  }
}

/**
 * Writes the relations of a snapshot, without a lock. The store was empty before; if other clients have added the same
 * relations since then, loading fails.
 */
async function writeRelations({ relations }: StoreTransaction, snapshot: readonly RelationWithClaims[]): Promise<void> {
  const { updated } = await relations.upsert(snapshot.map(({ claims: _, ...relation }) => relation))
  if (updated > 0)
    throw new OpsgraphError('conflict', 'other clients are writing relations to the store: stop them first')
  const claims = snapshot.flatMap(claimsInSnapshot)
  if (claims.length > 0) await relations.keepClaims(claims)
}
