import type { Store } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { longestName, ODD_NAMES } from './odd-text.js'
import { at } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

type Transition = Parameters<Store['serviceHistory']['append']>[0][number]

const WHOLE_RANGE = { from: at(0), to: at(1_000_000) }
const ONE_PAGE = { page: 1, pageSize: 1_000 }

/** Tests the guarantees of `ServiceHistoryStore`. */
export function serviceHistoryStoreContract(harness: StoreHarness): void {
  it('should keep every field of a transition, and list those of a service newest first', async () => {
    const { store, peek } = await harness.open()
    const first = sampleTransition()
    const second = sampleTransition({
      ...{ sequence: 2, time: at(2), from: 'critical', to: 'minor', acknowledged: true, causes: [] },
      acknowledgedSeverity: 'minor',
    })
    const third = sampleTransition({ sequence: 3, time: at(2), from: 'minor', to: null, causes: [] })
    for (const each of [first, second, third]) await store.serviceHistory.append([each])
    await store.serviceHistory.append([sampleTransition({ service: 'other' })])
    await store.serviceHistory.append([])
    expect(await listed(store)).toEqual([third, second, first])
    expect(await peek('serviceTransition')).toHaveLength(4)
    expect(await peek('serviceTransition')).toContainEqual({ service: 'shop', sequence: 3, to: null })
    expect(await store.serviceHistory.list({ service: 'none', ...WHOLE_RANGE }, ONE_PAGE)).toEqual({
      items: [],
      total: 0,
    })
  })

  it('should list page by page, from a time until before another one', async () => {
    const { store } = await harness.open()
    for (let sequence = 1; sequence <= 5; sequence++) await store.serviceHistory.append([step(sequence)])
    const page = async (from: number, to: number, number = 1, pageSize = 2) => {
      const range = { service: 'shop', from: at(from), to: at(to) }
      const { items, total } = await store.serviceHistory.list(range, { page: number, pageSize })
      return [items.map(({ sequence }) => sequence), total]
    }
    expect(await page(10, 60)).toEqual([[5, 4], 5])
    expect(await page(10, 60, 3)).toEqual([[1], 5])
    expect(await page(10, 60, 4)).toEqual([[], 5])
    expect(await page(20, 50)).toEqual([[4, 3], 3])
    expect(await page(21, 30)).toEqual([[], 0])
  })

  it('should read the steps of a range in order, with the one that is in effect at its start', async () => {
    const { store } = await harness.open()
    for (let sequence = 1; sequence <= 5; sequence++) await store.serviceHistory.append([step(sequence)])
    await store.serviceHistory.append([{ ...step(1), service: 'other' }])
    await store.serviceHistory.append([{ ...step(6), time: at(50) }])
    const steps = async (from: number, to: number, after = 0, limit = 100) => {
      const range = { service: 'shop', from: at(from), to: at(to) }
      return (await store.serviceHistory.steps(range, { after, limit })).map(({ sequence }) => sequence)
    }
    expect(await steps(0, 100)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await steps(29, 41)).toEqual([2, 3, 4])
    expect(await steps(30, 40)).toEqual([3])
    expect(await steps(60, 70)).toEqual([6])
    expect(await steps(0, 10)).toEqual([])
    expect(await steps(29, 100, 0, 2)).toEqual([2, 3])
    expect(await steps(29, 100, 3, 2)).toEqual([4, 5])
    const range = { service: 'shop', from: at(15), to: at(20) }
    expect(await store.serviceHistory.steps(range, { after: 0, limit: 1 })).toEqual([
      { sequence: 1, time: at(10), to: 'critical' },
    ])
  })

  it('should list the transitions of all services, or of some, by time, service and sequence', async () => {
    const { store } = await harness.open()
    const names = ['shop', 'bank', '\uffff', '\u{1f4a9}']
    for (let sequence = 1; sequence <= 4; sequence++) {
      await store.serviceHistory.append(names.map((service) => ({ ...step(sequence), service })))
    }
    await store.serviceHistory.append([{ ...step(5), time: at(40) }])
    const all = await pages(store, { from: at(0), to: at(1_000), services: undefined }, 3)
    expect(all).toEqual([...stepsOf([10, 20, 30, 40], ['bank', 'shop', 'shop 5', '\uffff', '\u{1f4a9}'])])
    expect(await pages(store, { from: at(20), to: at(40), services: undefined }, 2)).toEqual(
      stepsOf([20, 30], ['bank', 'shop', '\uffff', '\u{1f4a9}']),
    )
    const some = { from: at(20), to: at(41), services: ['shop', 'none', '\u0000', '\uffff', 'shop'] }
    expect(await pages(store, some, 2)).toEqual(stepsOf([20, 30, 40], ['shop', 'shop 5', '\uffff']))
    expect(await pages(store, { ...some, services: [] }, 2)).toEqual([])
    expect(await store.serviceHistory.between({ ...some, to: at(21) }, { after: undefined, limit: 1 })).toEqual([
      { ...step(2), service: 'shop' },
    ])
  })

  it('should find the transitions to what hurt before a time, of all services or of some', async () => {
    const { store } = await harness.open()
    const add = (service: string, sequence: number, to: Transition['to']) =>
      store.serviceHistory.append([{ ...step(sequence), service, to }])
    for (const service of ['shop', 'bank', 'mail']) await add(service, 1, 'minor')
    await add('shop', 2, 'critical')
    await add('bank', 2, null)
    await add('shop', 3, null)
    const hurt = async (time: number, services?: readonly string[]) =>
      (await store.serviceHistory.hurtBefore(at(time), services))
        .map(({ service, sequence }) => `${service} ${sequence}`)
        .toSorted()
    expect(await hurt(10)).toEqual([])
    expect(await hurt(11)).toEqual(['bank 1', 'mail 1', 'shop 1'])
    expect(await hurt(20)).toEqual(['bank 1', 'mail 1', 'shop 1'])
    expect(await hurt(30)).toEqual(['mail 1', 'shop 2'])
    expect(await hurt(1_000)).toEqual(['mail 1'])
    expect(await hurt(25, ['shop', 'bank', 'none', '\u0000', 'shop'])).toEqual(['shop 2'])
    expect(await hurt(25, [])).toEqual([])
    expect(await store.serviceHistory.hurtBefore(at(25), ['shop'])).toEqual([{ ...step(2), to: 'critical' }])
  })

  it('should find the newest transitions, and those of services that are hurt', async () => {
    const { store } = await harness.open()
    const [shop, bank, mail] = ['shop', 'bank', 'mail'].map((service) => sampleTransition({ service }))
    if (!shop || !bank || !mail) throw new Error('three services')
    await store.serviceHistory.append([shop, bank, mail])
    const worse = { ...shop, sequence: 2, time: at(1), from: shop.to, to: 'security' } as const
    const over = { ...bank, sequence: 2, time: at(1), from: bank.to, to: null, causes: [] }
    await store.serviceHistory.append([worse, over])
    expect(byService(await store.serviceHistory.hurt())).toEqual([mail, worse])
    expect(byService(await store.serviceHistory.newest(['shop', 'bank', 'none', '\u0000', 'shop']))).toEqual([
      over,
      worse,
    ])
    expect(await store.serviceHistory.newest([])).toEqual([])
    await store.serviceHistory.append([{ ...over, sequence: 3, from: null, to: 'minor' }])
    expect((await store.serviceHistory.hurt()).map(({ service }) => service).toSorted()).toEqual([
      ...['bank', 'mail', 'shop'],
    ])
  })

  it('should add all transitions or none, and none twice', async () => {
    const { store } = await harness.open()
    await store.serviceHistory.append([step(1)])
    const twice = store.serviceHistory.append([sampleTransition({ service: 'other' }), step(1)])
    await expect(twice).rejects.toMatchObject({ kind: 'conflict' })
    expect(await listed(store)).toEqual([step(1)])
    expect(await store.serviceHistory.newest(['other'])).toEqual([])
    const work = store.transaction(async (parts) => {
      await parts.serviceHistory.append([step(2)])
      await parts.serviceHistory.deleteOld(at(1_000), 10)
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await store.serviceHistory.hurt()).toEqual([step(1)])
  })

  it('should delete old transitions, the earliest first, but never the newest of a service', async () => {
    const { store } = await harness.open()
    for (let sequence = 1; sequence <= 4; sequence++) {
      await store.serviceHistory.append([step(sequence), { ...step(sequence), service: 'other' }])
    }
    expect(await store.serviceHistory.deleteOld(at(10), 10)).toBe(0)
    expect(await store.serviceHistory.deleteOld(at(30), 3)).toBe(3)
    expect(await store.transaction((parts) => parts.serviceHistory.deleteOld(at(30), 3))).toBe(1)
    expect((await listed(store)).map(({ sequence }) => sequence)).toEqual([4, 3])
    expect(await store.serviceHistory.deleteOld(at(1_000), 10)).toBe(2)
    expect(await listed(store)).toEqual([step(4)])
    expect((await store.serviceHistory.hurt()).map(({ service }) => service).toSorted()).toEqual(['other', 'shop'])
  })

  it('should keep odd names and texts', async () => {
    const { store } = await harness.open()
    const transitions = [...ODD_NAMES, longestName(3)].map((service) =>
      sampleTransition({
        service,
        causes: [{ ...CAUSE, resource: service, event: service, environment: service }],
      }),
    )
    await store.serviceHistory.append(transitions)
    expect(byService(await store.serviceHistory.hurt())).toEqual(byService(transitions))
    for (const each of transitions) expect(await listed(store, each.service)).toEqual([each])
  })

  it('should keep the transitions of more than 10,000 services at once', async () => {
    const { store } = await harness.open()
    const many = Array.from({ length: 10_100 }, (_, index) => sampleTransition({ service: `s-${index}` }))
    await store.serviceHistory.append(many)
    await store.serviceHistory.append(many.map((each) => ({ ...each, sequence: 2, from: each.to, to: null })))
    expect(await store.serviceHistory.hurt()).toEqual([])
    expect(await store.serviceHistory.newest(many.map(({ service }) => service))).toHaveLength(10_100)
  })

  it('should let one caller at a time lead, and the next one when it is done', async () => {
    const { store } = await harness.open()
    if (store.lead === undefined) return
    let release = (): void => undefined
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = store.lead('serviceHistory', async () => {
      await store.serviceHistory.append([step(1)])
      await wait
      return 'first'
    })
    await waitBriefly(first)
    await expect.poll(async () => (await store.serviceHistory.hurt()).length).toBe(1)
    expect(await store.lead('serviceHistory', async () => 'second')).toBeUndefined()
    release()
    expect(await first).toBe('first')
    await expect.poll(() => store.lead?.('serviceHistory', async () => 'third')).toBe('third')
    const failure = new Error('the work failed')
    await expect.poll(() => store.lead?.('serviceHistory', () => Promise.reject(failure)).catch((e) => e)).toBe(failure)
    await expect.poll(() => store.lead?.('serviceHistory', async () => 'last')).toBe('last')
  })
}

// Helpers

const CAUSE = { alertId: 'alert', environment: 'P', resource: 'disk', event: 'Full', severity: 'critical' } as const

export function sampleTransition(fields: Partial<Transition> = {}): Transition {
  return {
    ...{ service: 'shop', sequence: 1, time: at(0), from: null, to: 'critical', acknowledged: false, causes: [CAUSE] },
    acknowledgedSeverity: null,
    ...fields,
  }
}

/** Creates a transition of `shop`. Its time is ten milliseconds times its sequence. */
function step(sequence: number): Transition {
  return sampleTransition({ sequence, time: at(10 * sequence), from: sequence === 1 ? null : 'critical' })
}

type Range = Parameters<Store['serviceHistory']['between']>[0]

/** Reads the transitions in a range page by page, and returns their times, services and sequences as texts. */
async function pages(store: Store, range: Range, limit: number): Promise<readonly string[]> {
  const all: Transition[] = []
  for (let isMore = true; isMore; ) {
    const page = await store.serviceHistory.between(range, { after: all.at(-1), limit })
    all.push(...page)
    isMore = page.length === limit
  }
  return all.map(({ time, service, sequence }) => `${time} ${service} ${sequence}`)
}

/**
 * Returns what {@link pages} must return for the first steps of services at these times. A name may be followed by
 * another sequence.
 */
function stepsOf(times: readonly number[], names: readonly string[]): readonly string[] {
  return times.flatMap((time) =>
    names.flatMap((name) => {
      const [service, sequence = `${time / 10}`] = name.split(' ')
      return sequence === `${time / 10}` || time === 40 ? `${at(time)} ${service} ${sequence}` : []
    }),
  )
}

async function listed(store: Store, service = 'shop'): Promise<readonly Transition[]> {
  return (await store.serviceHistory.list({ service, ...WHOLE_RANGE }, ONE_PAGE)).items
}

function byService(transitions: readonly Transition[]): readonly Transition[] {
  return transitions.toSorted((one, other) => (one.service < other.service ? -1 : 1))
}
