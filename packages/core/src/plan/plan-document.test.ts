import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { withoutPauses } from '../steps.js'
import { makePlanDocument, type PlanDocument, readPlanDocument } from './plan-document.js'
import { readPlanState } from './plan-state.js'

const AT = '2026-01-01T00:00:00.000Z'
const RELATION = {
  ...{ id: 'one', environment: '', resource: 'a', parent: 'b', source: 'cmdb' as const, sourceRef: 'cmdb' },
  ...{ createTime: AT, updateTime: AT },
}

describe('makePlanDocument', () => {
  it('should refuse a document that would be larger than 64 MiB, and say how large it would be', () => {
    const large = () => made({ items: [{ resource: 'x'.repeat(64 * 1024 ** 2) }] })
    expect(large).toThrow(/would have 671\d+ bytes, the limit is 67108864: split the file/)
    expect(issuesOf(large)).toMatchObject([{ code: 'planTooLarge', path: 'body' }])
  })
})

describe('readPlanDocument', () => {
  it('should read what was made, also with other white space, and with what it has left', () => {
    const document = made({})
    const text = JSON.stringify({ ...document, applied: { time: AT, hash: 'a'.repeat(64) } }, null, 2)
    expect(withoutPauses(readPlanDocument(JSON.parse(text)))).toEqual(JSON.parse(text))
  })

  it.each<[what: string, body: unknown, path: string]>([
    ['another file', { nodes: [] }, 'format'],
    ['no object', 'plan', 'format'],
    ['another version', { ...made({}), version: 2 }, 'version'],
    ['an unknown kind', { ...made({}), kind: 'x' }, 'kind'],
    ['an unknown field', { ...made({}), more: 1 }, 'more'],
    ['an item that is no object', { ...made({}), items: [7] }, 'items[0]'],
    ['an item that is nested too deeply', { ...made({}), items: [nested(100_000)] }, 'items'],
    ['a hash that is none', { ...made({}), planHash: 'x' }, 'planHash'],
    ['a missing state', { ...made({}), state: null }, 'state'],
  ])('should refuse %s, and name its place', (_, body, path) => {
    expect(issuesOf(() => withoutPauses(readPlanDocument(body)))).toMatchObject([{ path }])
  })
})

describe('readPlanState', () => {
  it.each<[what: string, relations: readonly object[], message: RegExp]>([
    ['a relation without an id', [{ ...RELATION, id: undefined }], /^state\.relations\[0\]: id/],
    ['a relation of a resource to itself', [{ ...RELATION, parent: 'a' }], /^state\.relations\[0\]: parent/],
    ['a relation that is there twice', [RELATION, { ...RELATION, id: 'two' }], /^state\.relations\[1\] is there twice/],
    ['an id that is there twice', [RELATION, { ...RELATION, parent: 'c' }], /^state\.relations\[1\] is there twice/],
    [
      'a relation that hides a stronger claim',
      [{ ...RELATION, claims: [claim('cmdb', 'cmdb'), claim('manual', null)] }],
      /^state\.relations\[0\]: claims must not have a stronger source/,
    ],
  ])('should refuse %s in a document that nobody has planned', (_, relations, message) => {
    const document = made({ relations: relations as (typeof RELATION)[] })
    expect(() => withoutPauses(readPlanState(document, () => 'new'))).toThrow(message)
  })
})

// Helpers

interface Parts {
  readonly items?: readonly object[]
  readonly relations?: readonly (typeof RELATION)[]
}

function made({ items = [{ environment: '', resource: 'a' }], relations = [RELATION] }: Parts): PlanDocument {
  const held = { resources: [], names: [], any: false }
  return withoutPauses(
    makePlanDocument({
      kind: 'cmdb',
      options: { source: 'cmdb', mode: 'merge', scope: 'source', held },
      items,
      changes: { relations: { create: 0, update: 0, remove: 0, unchanged: 1 }, topologies: [], catalogServices: [] },
      state: { relations, topologies: [], catalogServices: [] },
      planHash: 'b'.repeat(64),
    }),
  )
}

function nested(depth: number): object {
  let value = {}
  for (let level = 0; level < depth; level++) value = { value }
  return value
}

function claim(source: string, sourceRef: string | null) {
  return { source, sourceRef, firstTime: AT, lastTime: AT, isReplaceable: false }
}

function issuesOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof OpsgraphError) return error.issues
    throw error
  }
  return []
}
