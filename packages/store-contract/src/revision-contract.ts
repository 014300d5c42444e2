import type { StoreParts } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import type { StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

type Step = (parts: StoreParts) => Promise<unknown>

/** Data with a revision. */
export interface RevisedData {
  readonly revision: (parts: StoreParts) => Promise<string>
  /**
   * All kinds of changes. The last change deletes a row that the first change adds, so that the tests can repeat the
   * list.
   */
  readonly changes: readonly [Step, Step, ...Step[]]
  /** A change that any number of writers can make at the same time. */
  readonly concurrentChange: (parts: StoreParts, writer: number) => Promise<unknown>
  /** Calls all methods that only read. */
  readonly readAll: Step
  /** Reads the data that the first and the last change affect. */
  readonly content: Step
}

/** Tests the guarantees that all revisions have in common. */
export function revisionContract(harness: StoreHarness, data: RevisedData): void {
  const { revision, changes, concurrentChange, readAll, content } = data
  const [firstChange, secondChange] = changes
  const undo = changes.at(-1) ?? firstChange

  it('should be a new one after every change, never a previous one', async () => {
    const { store } = await harness.open()
    const seen = [await revision(store)]
    for (let round = 0; round < 5; round++) {
      for (const change of changes) {
        await change(store)
        seen.push(await revision(store))
      }
    }
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('should not change when data is read', async () => {
    const { store } = await harness.open()
    await firstChange(store)
    const before = await revision(store)
    await readAll(store)
    await store.snapshot(readAll)
    await store.transaction(readAll)
    expect(await revision(store)).toBe(before)
  })

  it('should never repeat the revision of a transaction that was rolled back', async () => {
    const { store } = await harness.open()
    const seen: string[] = []
    const failure = new Error('the work failed')
    for (const change of changes) {
      const attempt = store.transaction(async (parts) => {
        await change(parts)
        seen.push(await revision(parts))
        throw failure
      })
      await expect(attempt).rejects.toBe(failure)
      expect(seen).not.toContain(await revision(store))
      await change(store)
      expect(seen).not.toContain(await revision(store))
    }
    expect(seen).toHaveLength(changes.length)
  })

  it('should change with every change in a transaction', async () => {
    const { store } = await harness.open()
    const between = await store.transaction(async (parts) => {
      await firstChange(parts)
      const seen = await revision(parts)
      await secondChange(parts)
      return seen
    })
    expect(await revision(store)).not.toBe(between)
  })

  it('should match the data that a snapshot sees', async () => {
    const { store } = await harness.open()
    await firstChange(store)
    const before = { revision: await revision(store), content: await content(store) }
    const writing: Promise<unknown>[] = []
    const seen = await store.snapshot(async (view) => {
      const first = await revision(view)
      writing.push(undo(store))
      await waitBriefly(Promise.all(writing))
      return { first, last: await revision(view), content: await content(view) }
    })
    await Promise.all(writing)
    expect(seen).toEqual({ first: before.revision, last: before.revision, content: before.content })
    expect(await revision(store)).not.toBe(before.revision)
    expect(await content(store)).not.toEqual(before.content)
  })

  it('should be a new one after the write of each concurrent writer, and refuse none', async () => {
    const { store } = await harness.open()
    const revisions = await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        store.transaction(async (parts) => {
          await concurrentChange(parts, writer)
          return revision(parts)
        }),
      ),
    )
    expect(new Set(revisions).size).toBe(20)
    expect(revisions).toContain(await revision(store))
  })
}
