import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { claimsInSnapshot, type KeptRelation } from '../../snapshot/kept-relation.js'
import type { SnapshotEntry, SnapshotSection } from '../../snapshot/snapshot-entry.js'
import { listedParts } from './listed-sections.js'

/** A batch is written when it has this many entities, or when the lines of its entities have this many characters. */
const FULL_BATCH = { entities: 5_000, characters: 4 * 1024 * 1024 } as const

/** A part of a store that can write the entities of one section. */
interface EntityStore {
  save(entities: readonly SnapshotEntry['entity'][]): Promise<unknown>
}

/** Writes the entities of a snapshot in batches. */
export class EntityWriter {
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
    if (this.#section === 'relation') await writeRelations(this.#parts, batch as readonly KeptRelation[])
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
async function writeRelations({ relations }: StoreTransaction, snapshot: readonly KeptRelation[]): Promise<void> {
  const { updated } = await relations.upsert(snapshot.map(({ claims: _, ...relation }) => relation))
  if (updated > 0)
    throw new OpsgraphError('conflict', 'other clients are writing relations to the store: stop them first')
  const claims = snapshot.flatMap(claimsInSnapshot)
  if (claims.length > 0) await relations.keepClaims(claims)
}
