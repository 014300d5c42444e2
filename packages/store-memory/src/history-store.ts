import { OpsgraphError, type Store } from '@opsgraph/core/store'
import type { TableAccess } from './access.js'
import { frozenCopy, type Index } from './table.js'
import { compareAges, type Tables, type TransitionRow } from './tables.js'

type HistoryStore = Store['serviceHistory']
type Transition = Parameters<HistoryStore['append']>[0][number]
type HistoryRange = Parameters<HistoryStore['list']>[0]

export function historyStore(tables: Tables, access: TableAccess): HistoryStore {
  const { transition: table, transitionByService, transitionInTime, newestTransition, hurtService } = tables
  const newestOf = (service: string) => newestTransition.findOne(service)
  const add = (transition: Transition) => {
    const id = JSON.stringify([transition.service, transition.sequence])
    if (table.get(id) !== undefined) throw new OpsgraphError('conflict', 'there is such a transition already')
    const before = newestOf(transition.service)
    if (before !== undefined) table.put(Object.freeze({ ...before, isNewest: false }))
    table.put(Object.freeze({ id, transition, isNewest: true }))
  }
  return {
    hurt: () => access(() => hurtService.find('').map(({ transition }) => transition)),
    newest: (services) =>
      access(() => [...new Set(services)].flatMap((service) => newestOf(service)?.transition ?? [])),
    append: async (transitions) => {
      const added = transitions.map(frozenCopy)
      return access(() => {
        for (const each of added) add(each)
      })
    },
    list: (range, { page, pageSize }) =>
      access(() => {
        const items = transitionsInRange(transitionByService, range).toReversed()
        return { items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length }
      }),
    steps: (range, { after, limit }) =>
      access(() => {
        const transitions = transitionsOfService(transitionByService, range.service)
        const first = transitions.findLast(({ time }) => time <= range.from)?.sequence ?? 0
        return transitions
          .filter(({ sequence, time }) => sequence > after && sequence >= first && time < range.to)
          .slice(0, limit)
          .map(({ sequence, time, to }) => ({ sequence, time, to }))
      }),
    hurtBefore: (time, services) =>
      access(() => {
        const names = services ?? [...table.rows()].flatMap((row) => (row.isNewest ? row.transition.service : []))
        const newest = [...new Set(names)].map((name) =>
          transitionsOfService(transitionByService, name).findLast((each) => each.time < time),
        )
        return newest.filter((each) => each !== undefined && each.to !== null) as readonly Transition[]
      }),
    between: ({ from, to, services }, { after, limit }) =>
      access(() => {
        const last = after ?? { time: from, service: '', sequence: 0 }
        const chosen = services && new Set(services)
        const transitions = transitionInTime.rows().map(({ transition }) => transition)
        return transitions
          .filter((each) => compareAges(each, last) > 0 && each.time < to && chosen?.has(each.service) !== false)
          .slice(0, limit)
      }),
    deleteOld: (before, limit) =>
      access(() => {
        const old = [...table.rows()].filter(({ transition, isNewest }) => !isNewest && transition.time < before)
        const deleted = old.sort((left, right) => compareAges(left.transition, right.transition)).slice(0, limit)
        for (const { id } of deleted) table.remove(id)
        return deleted.length
      }),
  }
}

/** Returns the transitions of a service in the order of their sequence. */
function transitionsOfService(index: Index<TransitionRow>, service: string): readonly Transition[] {
  const transitions = index.find(service).map(({ transition }) => transition)
  return transitions.sort((left, right) => left.sequence - right.sequence)
}

function transitionsInRange(index: Index<TransitionRow>, { service, from, to }: HistoryRange): readonly Transition[] {
  return transitionsOfService(index, service).filter(({ time }) => time >= from && time < to)
}
