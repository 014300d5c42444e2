import type { DrawnNode } from '@opsgraph/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EditedTopology } from '../../api/topologies.js'
import type { Edit } from './edit.js'
import { changeHistory, type HistoryAction, MAX_STEPS, startHistory } from './editor-state.js'

describe('nextHistory', () => {
  it('should restore every state by undo, and every state again by redo, after any edits', () => {
    fc.assert(
      fc.property(fc.array(edit(), { maxLength: 30 }), (edits) => {
        let history = startHistory(START)
        const states = [START]
        for (const each of edits) {
          const next = changeHistory(history, { kind: 'edit', edit: each })
          if (next.present !== history.present) states.push(next.present)
          history = next
        }
        expect(listStates(history, 'undo', states.length)).toEqual(states.toReversed())
        const first = applyRepeatedly(history, 'undo', states.length)
        expect(listStates(first, 'redo', states.length)).toEqual(states)
      }),
    )
  })

  it('should never mutate an earlier state', () => {
    fc.assert(
      fc.property(fc.array(action(), { maxLength: 40 }), (actions) => {
        let history = startHistory(START)
        const seen = new Map<EditedTopology, string>()
        for (const each of actions) {
          seen.set(history.present, JSON.stringify(history.present))
          history = changeHistory(history, each)
        }
        for (const [state, text] of seen) expect(JSON.stringify(state)).toBe(text)
      }),
    )
  })

  it('should revert exactly the last edit by undo, and the undo by redo, after any actions', () => {
    fc.assert(
      fc.property(fc.array(action(), { maxLength: 40 }), edit(), (actions, last) => {
        const before = actions.reduce(changeHistory, startHistory(START))
        const after = changeHistory(before, { kind: 'edit', edit: last })
        fc.pre(after !== before)
        const undone = changeHistory(after, { kind: 'undo' })
        expect(undone.present).toBe(before.present)
        expect(changeHistory(undone, { kind: 'redo' }).present).toBe(after.present)
      }),
    )
  })

  it('should undo the letters of one name together, and those of the next name separately', () => {
    const typed = (label: string, group: string): HistoryAction => ({
      kind: 'edit',
      edit: { kind: 'change', id: 'a', fields: { label } },
      group,
    })
    const history = [typed('x', 'a'), typed('xy', 'a'), typed('xyz', 'b')].reduce(changeHistory, startHistory(START))
    expect(listStates(history, 'undo', 3).map(({ nodes }) => nodes[0]?.label)).toEqual(['xyz', 'xy', 'a'])
  })

  it('should not group letters typed after an undo with those before', () => {
    const typed = (label: string): HistoryAction => ({
      kind: 'edit',
      edit: { kind: 'change', id: 'a', fields: { label } },
      group: 'a',
    })
    const actions: HistoryAction[] = [typed('x'), { kind: 'undo' }, typed('y')]
    const history = actions.reduce(changeHistory, startHistory(START))
    expect(changeHistory(history, { kind: 'undo' }).present).toBe(START)
  })

  it('should drop the redo history after another edit', () => {
    const actions: HistoryAction[] = [rename('x'), { kind: 'undo' }, rename('y'), { kind: 'redo' }]
    expect(actions.reduce(changeHistory, startHistory(START)).present.name).toBe('y')
  })

  it('should not record an edit that changes nothing', () => {
    expect(changeHistory(startHistory(START), rename(START.name)).past).toEqual([])
  })

  it(`should keep ${MAX_STEPS} steps, the latest ones`, () => {
    const names = Array.from({ length: MAX_STEPS + 5 }, (_, index) => rename(String(index)))
    const history = names.reduce(changeHistory, startHistory(START))
    expect(history.past).toHaveLength(MAX_STEPS)
    expect(history.past[0]?.name).toBe('4')
  })
})

// Helpers

type History = ReturnType<typeof startHistory>

function node(id: string, kind: DrawnNode['kind'] = 'resource'): DrawnNode {
  return { id, kind, label: id, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

const START: EditedTopology = {
  name: 'Shop',
  description: '',
  orientation: 'TB',
  nodes: [node('a', 'service'), node('b', 'environment'), node('c')],
  edges: [{ id: 'a-b', source: 'a', target: 'b' }],
}

function rename(name: string): HistoryAction {
  return { kind: 'edit', edit: { kind: 'describe', fields: { name } } }
}

function applyRepeatedly(history: History, kind: 'undo' | 'redo', times: number): History {
  return Array.from({ length: times }).reduce<History>((each) => changeHistory(each, { kind }), history)
}

/** Returns the current topology at the beginning and after each of `states - 1` steps. */
function listStates(history: History, kind: 'undo' | 'redo', states: number): readonly EditedTopology[] {
  return Array.from({ length: states }, (_, steps) => applyRepeatedly(history, kind, steps).present)
}

function id(): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'b', 'c', 'd', 'e')
}

function edge() {
  return fc
    .record({ source: id(), target: id() })
    .map(({ source, target }) => ({ id: `${source}-${target}`, source, target }))
}

function edit(): fc.Arbitrary<Edit> {
  const position = fc.record({ x: fc.integer(), y: fc.integer() })
  return fc.oneof(
    fc.record({ kind: fc.constant('describe' as const), fields: fc.record({ name: fc.string() }) }),
    fc.record({
      kind: fc.constant('add' as const),
      nodes: fc.array(
        id().map((each) => node(each)),
        { maxLength: 2 },
      ),
      edges: fc.array(edge(), { maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant('change' as const), id: id(), fields: fc.record({ label: fc.string() }) }),
    fc.record({
      kind: fc.constant('move' as const),
      positions: fc.array(fc.tuple(id(), position)).map((pairs) => new Map(pairs)),
      orientation: fc.constantFrom('TB' as const, 'LR' as const, 'CI' as const),
    }),
    fc.record({
      kind: fc.constant('remove' as const),
      nodes: fc.array(id(), { maxLength: 2 }).map((ids) => new Set(ids)),
      edges: fc
        .array(
          edge().map((each) => each.id),
          { maxLength: 2 },
        )
        .map((ids) => new Set(ids)),
    }),
    fc.record({ kind: fc.constant('replace' as const), topology: fc.constantFrom(START, { ...START, name: 'Other' }) }),
  )
}

function action(): fc.Arbitrary<HistoryAction> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: edit() }) },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'undo' as const }, { kind: 'redo' as const }) },
  )
}
