import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { GroupCommit, type GroupLimits } from './group-commit.js'

const LIMITS: GroupLimits = {
  group: { items: 3, weight: 100 },
  groupsAtOnce: 1,
  queue: { items: 5, weight: 200 },
}

describe('GroupCommit', () => {
  it('should process the first item at once, and batch those that arrive meanwhile', async () => {
    const { groups, submit, finish } = stage()
    const first = submit('a')
    const others = [submit('b'), submit('c')]
    await settle()
    expect(groups).toEqual([['a']])
    finish()
    expect(await first).toBe('a done')
    await settle()
    expect(groups).toEqual([['a'], ['b', 'c']])
    finish()
    expect(await Promise.all(others)).toEqual(['b done', 'c done'])
  })

  it('should limit the size of a batch, and keep the order of arrival', async () => {
    const { groups, submit, finishAll } = stage()
    const all = ['a', 'b', 'c', 'd', 'e'].map((item) => submit(item))
    await finishAll(all)
    expect(groups).toEqual([['a'], ['b', 'c', 'd'], ['e']])
  })

  it('should process an item that is heavier than a batch on its own', async () => {
    const { groups, submit, finishAll } = stage()
    await finishAll([submit('a'), submit('b', 60), submit('c', 120), submit('d', 5)])
    expect(groups).toEqual([['a'], ['b'], ['c'], ['d']])
  })

  it('should process several batches at the same time', async () => {
    const { groups, submit, finishAll } = stage({ ...LIMITS, groupsAtOnce: 2 })
    const all = ['a', 'b', 'c', 'd'].map((item) => submit(item))
    await settle()
    expect(groups).toEqual([['a'], ['b']])
    await finishAll(all)
    expect(groups).toEqual([['a'], ['b'], ['c', 'd']])
  })

  it('should resolve each item before the next batch is done', async () => {
    const { submit, finish } = stage()
    const first = submit('a')
    void submit('b')
    finish()
    expect(await first).toBe('a done')
  })

  it('should refuse items while the queue has too many or too heavy ones, and accept more later', async () => {
    const { submit, finishAll } = stage()
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => submit(item))
    await expect(submit('g')).rejects.toMatchObject({ kind: 'busy', message: expect.stringContaining('try again') })
    await finishAll(all)
    const heavy = [submit('a'), submit('b', 150)]
    await expect(submit('c', 60)).rejects.toMatchObject({ kind: 'busy' })
    await finishAll([...heavy, submit('d', 10)])
    const more = [submit('e'), submit('f', 50), submit('g', 149)]
    await finishAll(more)
    expect(await Promise.all(more)).toEqual(['e done', 'f done', 'g done'])
  })

  it('should accept an item heavier than the whole queue if the queue is empty', async () => {
    const { submit, finishAll } = stage()
    await finishAll([submit('a'), submit('b', 1_000)])
  })

  it('should retry a failed batch in halves, so that a bad item fails only itself', async () => {
    const { groups, submit, finishAll } = stage({ ...LIMITS, group: { items: 5, weight: 100 } }, (group) => {
      if (group.includes('bad')) throw new Error('bad')
    })
    const [first, bad, ...others] = [submit('a'), submit('bad'), ...['b', 'c', 'd', 'e'].map((item) => submit(item))]
    await finishAll([first, bad, ...others].flatMap((result) => result ?? []))
    expect(await Promise.all([first, ...others])).toEqual(['a done', 'b done', 'c done', 'd done', 'e done'])
    await expect(bad).rejects.toThrow('bad')
    expect(groups).toEqual([['a'], ['bad', 'b', 'c', 'd', 'e'], ['bad', 'b'], ['bad'], ['b'], ['c', 'd', 'e']])
  })

  it('should not retry in parts if the database is unavailable', async () => {
    const { groups, submit, finishAll } = stage(LIMITS, (group) => {
      if (group.includes('b')) throw new OpsgraphError('unavailable', 'gone')
    })
    const all = [submit('a'), submit('b'), submit('c')]
    await finishAll(all)
    await expect(all[1]).rejects.toThrow('gone')
    await expect(all[2]).rejects.toThrow('gone')
    expect(groups).toEqual([['a'], ['b', 'c']])
  })

  it('should stop retrying in parts if the database becomes unavailable', async () => {
    const { groups, submit, finishAll } = stage(LIMITS, (group) => {
      if (group.length > 1) throw new Error('together')
      if (group.includes('c')) throw new OpsgraphError('unavailable', 'gone')
    })
    const all = [submit('a'), submit('b'), submit('c'), submit('d')]
    await finishAll(all)
    expect(await all[1]).toBe('b done')
    await expect(all[2]).rejects.toThrow('gone')
    await expect(all[3]).rejects.toThrow('gone')
    expect(groups).toEqual([['a'], ['b', 'c', 'd'], ['b'], ['c', 'd'], ['c']])
  })
})

// Helpers

/** A queue for tests. A batch is pending until the test finishes it. */
function stage(limits = LIMITS, judge: (group: readonly string[]) => void = () => undefined) {
  const groups: (readonly string[])[] = []
  const open: (() => void)[] = []
  const commit = new GroupCommit<string, string>(limits)
  const work = async (group: readonly string[]) => {
    groups.push(group)
    const { opened, open: finish } = gate()
    open.push(finish)
    await opened
    judge(group)
    return group.map((item) => `${item} done`)
  }
  const submit = (item: string, weight = 1) => {
    const result = commit.submit({ item, weight }, work)
    result.catch(() => undefined)
    return result
  }
  const finish = () => open.shift()?.()
  const finishAll = async (results: readonly Promise<string>[]) => {
    const all = { settled: false }
    void Promise.allSettled(results).then(() => {
      all.settled = true
    })
    while (!all.settled) {
      finish()
      await settle()
    }
  }
  return { groups, submit, finish, finishAll }
}
