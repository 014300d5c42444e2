import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import type { LiveEvent } from '../api/events.js'
import { ChangedQueries, canAffect } from './changed-queries.js'

describe('concerns', () => {
  it.each<[LiveEvent, readonly unknown[], boolean]>([
    [{ kind: 'alert', id: 'a' }, ['alert-list', {}, 'severity', 1], true],
    [{ kind: 'alert', id: 'a' }, ['alert', 'b', 'impact'], true],
    [{ kind: 'alert', id: 'a' }, ['topology', 't', 'assignments', 'graph'], true],
    [{ kind: 'alert', id: 'a' }, ['relations', {}, 1], false],
    [{ kind: 'impact', id: 'shop' }, ['history', 'shop', 24], true],
    [{ kind: 'impact', id: 'bank' }, ['history', 'shop', 24], false],
    [{ kind: 'topology', id: 't' }, ['topology', 't'], true],
    [{ kind: 'topology', id: 'u' }, ['topology', 't'], false],
    [{ kind: 'topology', id: 'u' }, ['topologies', 1], true],
    [{ kind: 'relation', id: 'Production' }, ['relations', 'graph', {}], true],
    [{ kind: 'config', id: 'catalog' }, ['catalog', 1], true],
    [{ kind: 'config', id: 'catalog' }, ['impact', {}], true],
    [{ kind: 'config', id: 'apiKeys' }, ['impact', {}], false],
    [{ kind: 'config', id: 'of a newer version' }, ['impact', {}], false],
    [{ kind: 'config', id: '__proto__' }, ['impact', {}], false],
  ])('should tell for %j and the query %j: %s', (event, queryKey, isConcerned) => {
    expect(canAffect(event, queryKey)).toBe(isConcerned)
  })
})

describe('ChangedQueries', () => {
  const PAUSE = 50
  const ALERT: LiveEvent = { kind: 'alert', id: 'a' }
  const ends: (() => void)[] = []

  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  it('should read a query that an event concerns, and no other', async () => {
    const { changed, watch } = startChangedQueries()
    const [alerts, relations] = [await watch(['alert-list']), await watch(['relations'])]
    const form = await watch(['alert-list', 'form'], { isLive: false })
    changed.markChanged(ALERT)
    await expect.poll(() => alerts.reads.length).toBe(2)
    await waitUntilRested()
    expect([alerts, relations, form].map(({ reads }) => reads.length)).toEqual([2, 1, 1])
  })

  it('should read every live query if everything may have changed', async () => {
    const { changed, watch } = startChangedQueries()
    const queries = [await watch(['alert-list']), await watch(['relations'])]
    const form = await watch(['rules'], { isLive: false })
    changed.markChanged(undefined)
    for (const { reads } of queries) await expect.poll(() => reads.length).toBe(2)
    await waitUntilRested()
    expect(form.reads).toHaveLength(1)
  })

  it('should read at most once a pause, and once more after the last event', async () => {
    const { changed, watch } = startChangedQueries()
    const { reads } = await watch(['alert-list'])
    let last = 0
    const first = performance.now()
    while (performance.now() - first < 6 * PAUSE) {
      for (let at = 0; at < 100; at++) changed.markChanged({ kind: 'alert', id: `a-${at}` })
      last = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await expect.poll(() => (reads.at(-1) ?? 0) >= last).toBe(true)
    // The first read was before the events. After a read that begins late, the next one may begin in time, so that less
    // than a pause is between them.
    const pauses = ((reads.at(-1) ?? 0) - first) / PAUSE
    expect(reads.length - 1).toBeLessThanOrEqual(pauses + 2)
  })

  it('should read once more after an answer that was under way when the event arrived', async () => {
    const { changed, watch } = startChangedQueries()
    const { reads, hold } = await watch(['alert-list'])
    const answer = hold()
    changed.markChanged(ALERT)
    await expect.poll(() => reads.length).toBe(2)
    changed.markChanged(ALERT)
    await waitUntilRested()
    expect(reads).toHaveLength(2)
    answer()
    await expect.poll(() => reads.length).toBe(3)
  })

  it('should read nothing more after its end', async () => {
    const { changed, watch } = startChangedQueries()
    const { reads } = await watch(['alert-list'])
    changed.markChanged(ALERT)
    changed.stop()
    await waitUntilRested()
    expect(reads).toHaveLength(1)
  })

  /** Waits for three pauses, after which no read is planned any more. */
  function waitUntilRested(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 3 * PAUSE))
  }

  function startChangedQueries() {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const changed = new ChangedQueries(client, PAUSE)
    /** Shows a query on a page. `reads` are the times of its requests; `hold` makes the next requests wait. */
    const watch = async (queryKey: readonly unknown[], meta = { isLive: true }) => {
      const reads: number[] = []
      let gate: Promise<void> = Promise.resolve()
      const queryFn = async () => {
        reads.push(performance.now())
        await gate
        return reads.length
      }
      const hold = () => {
        let open = () => {}
        gate = new Promise<void>((resolve) => {
          open = resolve
        })
        return () => open()
      }
      ends.push(new QueryObserver(client, { queryKey, queryFn, meta }).subscribe(() => {}))
      await expect.poll(() => client.getQueryState(queryKey)?.status).toBe('success')
      return { reads, hold }
    }
    ends.push(() => changed.stop())
    return { changed, watch }
  }
})
