import type { Filters, ListFilter, Relation, RelationSource } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import {
  type Direction,
  inRankOrder,
  mergeRelation,
  type RelationDraft,
  type RelationKey,
  type RelationsOf,
  relationKey,
} from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Model, runAgainstModel, type Step } from './model-run.js'
import { byKey, keptRelation } from './relation-rows.js'
import { at, nextId } from './sample.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'

/** Tests that a relation store answers like a plain map after any sequence of calls. */
export function relationModelContract(harness: StoreHarness): void {
  it('should answer like a plain map, after any calls', async () => {
    await runAgainstModel(harness, anyStep(), () => new RelationModel([]))
  })
}

class RelationModel implements Model<RelationModel> {
  readonly #relations: Map<string, Relation>

  constructor(relations: readonly Relation[]) {
    this.#relations = new Map(relations.map((relation) => [relationKey(relation), relation]))
  }

  get all(): readonly Relation[] {
    return byKey([...this.#relations.values()])
  }

  copy(): RelationModel {
    return new RelationModel(this.all)
  }

  put(relation: Relation): void {
    this.#relations.set(relationKey(relation), relation)
  }

  find(key: RelationKey): Relation | undefined {
    return this.#relations.get(relationKey(key))
  }

  remove(relations: readonly Relation[]): void {
    for (const relation of relations) this.#relations.delete(relationKey(relation))
  }

  /**
   * The relation with this index, modulo the number of relations; `undefined` if there are no relations, or if the
   * index is negative.
   */
  pick(number: number): Relation | undefined {
    return this.all[number % Math.max(this.#relations.size, 1)]
  }

  around(direction: Direction, environment: string, resource: string): readonly Relation[] {
    const [end, otherEnd] =
      direction === 'parents' ? (['resource', 'parent'] as const) : (['parent', 'resource'] as const)
    const found = this.all.filter((relation) => relation.environment === environment && relation[end] === resource)
    return inRankOrder(found, otherEnd)
  }

  async expectKept(peek: OpenedStore['peek']): Promise<void> {
    expect(byKey(await peek('relation'))).toEqual(this.all.map(keptRelation))
  }
}

// Helpers: the steps.

type RelationStep = Step<RelationModel>

function anyStep(): fc.Arbitrary<RelationStep> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(anyDrafts(), anyMinute()).map(([drafts, minute]) => upsert(drafts, minute)) },
    fc.array(anyKey(), { maxLength: 6 }).map(find),
    fc.tuple(anyEnvironment(), anyResource()).map(([environment, resource]) => around(environment, resource)),
    fc.tuple(anyDirection(), anyFrontier()).map(([direction, frontier]) => neighbors(direction, frontier)),
    anyList().map(list),
    fc.tuple(anySource(), fc.array(fc.constantFrom(...REFS))).map(([source, refs]) => bySourceRefs(source, refs)),
    anyPick().map(deleteOne),
    fc.tuple(anySource(), fc.array(anyPick(), { maxLength: 3 })).map(deleteMany),
    anySelection().map(deleteOf),
    fc
      .tuple(anySource(), fc.uniqueArray(anyPick(), { maxLength: 3 }), fc.constantFrom(...REFS), anyMinute())
      .map(setSourceRef),
  )
}

function upsert(drafts: readonly RelationDraft[], minute: number): RelationStep {
  return {
    title: `upsert at ${minute} ${JSON.stringify(drafts)}`,
    run: async (model, { relations }) => {
      const arrived = drafts.map((draft) => ({
        ...draft,
        id: nextId(),
        createTime: at(minute),
        updateTime: at(minute),
      }))
      const updated = arrived.filter((relation) => model.find(relation) !== undefined).length
      expect(await relations.upsert(arrived)).toEqual({ inserted: arrived.length - updated, updated })
      for (const relation of arrived) {
        const stored = model.find(relation)
        model.put(stored === undefined ? relation : mergeRelation(stored, relation))
      }
    },
  }
}

function find(keys: readonly RelationKey[]): RelationStep {
  return {
    title: `find ${JSON.stringify(keys)}`,
    run: async (model, { relations }) => {
      const wanted = new Set(keys.map(relationKey))
      expect(byKey(await relations.find(keys))).toEqual(
        model.all.filter((relation) => wanted.has(relationKey(relation))),
      )
    },
  }
}

function around(environment: string, resource: string): RelationStep {
  return {
    title: `around ${JSON.stringify([environment, resource])}`,
    run: async (model, { relations }) => {
      const { parents, children } = await relations.around(environment, resource)
      expect({ parents: inRankOrder(parents, 'parent'), children: inRankOrder(children, 'resource') }).toEqual({
        parents: model.around('parents', environment, resource),
        children: model.around('children', environment, resource),
      })
    },
  }
}

function neighbors(direction: Direction, frontiers: ReadonlyMap<string, readonly string[]>): RelationStep {
  return {
    title: `${direction} of ${JSON.stringify([...frontiers])}`,
    run: async (model, { relations }) => {
      const end = direction === 'parents' ? 'parent' : 'resource'
      const expected = [...frontiers].map(([environment, names]) => {
        const found = names.map((from) => {
          const ranked = model.around(direction, environment, from)
          return [from, ranked.map((relation) => relation[end])] as const
        })
        return [environment, new Map(found.filter(([, ranked]) => ranked.length > 0))] as const
      })
      const asked = [...frontiers].map(([environment, names]) => [environment, [...new Set(names)]] as const)
      expect(await relations.neighbors(direction, new Map(asked))).toEqual(new Map(expected))
    },
  }
}

function list({ filters, page, pageSize }: ListedPage): RelationStep {
  return {
    title: `list page ${page} by ${pageSize} of ${JSON.stringify(filters)}`,
    run: async (model, { relations }) => {
      const fitting = model.all.filter((relation) =>
        (Object.keys(filters) as ListFilter<'relations'>[]).every((column) => {
          const shown = relation[column]
          return shown !== null && filters[column]?.includes(shown)
        }),
      )
      const items = fitting.slice((page - 1) * pageSize, page * pageSize)
      const answer = await relations.list({ filters, sort: undefined, page, pageSize })
      expect(answer).toEqual({ items, total: fitting.length })
    },
  }
}

function bySourceRefs(source: RelationSource, refs: readonly string[]): RelationStep {
  return {
    title: `bySourceRefs ${source} ${JSON.stringify(refs)}`,
    run: async (model, { relations }) => {
      const wanted = model.all.filter(
        (relation) => relation.source === source && refs.includes(relation.sourceRef ?? '-'),
      )
      expect(byKey(await relations.bySourceRefs(source, refs))).toEqual(wanted)
    },
  }
}

function deleteOne(pick: number): RelationStep {
  return {
    title: `delete ${pick}`,
    run: async (model, { relations }) => {
      const picked = model.pick(pick)
      expect(await relations.delete(picked?.id ?? nextId())).toEqual(picked)
      if (picked !== undefined) model.remove([picked])
    },
  }
}

function deleteMany([source, picks]: [RelationSource, readonly number[]]): RelationStep {
  return {
    title: `deleteMany ${picks} of ${source}`,
    run: async (model, { relations }) => {
      const picked = picks.map((pick) => model.pick(pick))
      await relations.deleteMany(
        source,
        picked.map((relation) => relation?.id ?? nextId()),
      )
      model.remove(picked.flatMap((relation) => (relation?.source === source ? [relation] : [])))
    },
  }
}

function deleteOf(selection: RelationsOf): RelationStep {
  return {
    title: `deleteOf ${JSON.stringify(selection)}`,
    run: async (model, { relations }) => {
      const selected = model
        .around('parents', selection.environment, selection.resource)
        .filter(({ parent }) => parent === (selection.parent ?? parent))
        .filter(({ source }) => source === (selection.source ?? source))
        .filter(({ sourceRef }) => sourceRef === (selection.sourceRef ?? sourceRef))
      expect(await relations.deleteOf(selection)).toBe(selected.length)
      model.remove(selected)
    },
  }
}

function setSourceRef([source, picks, sourceRef, minute]: [
  RelationSource,
  readonly number[],
  string,
  number,
]): RelationStep {
  return {
    title: `setSourceRef of ${picks} of ${source} to ${sourceRef} at ${minute}`,
    run: async (model, { relations }) => {
      const picked = picks.map((pick) => model.pick(pick)).filter((relation) => relation !== undefined)
      const ids = [...new Set(picked.map(({ id }) => id)), nextId()]
      await relations.setSourceRef(
        source,
        ids.map((id) => ({ id, sourceRef })),
        at(minute),
      )
      for (const relation of picked.filter((each) => each.source === source)) {
        model.put({ ...relation, sourceRef, updateTime: at(minute) })
      }
    },
  }
}

// Helpers. Names are few, so that calls often affect the same rows.

const ENVIRONMENTS = ['', 'Production'] as const
const RESOURCES = ['a', 'B', '\ue000', '\u{1f600}'] as const
const REFS = ['itop', '', 'T1'] as const

interface ListedPage {
  readonly filters: Filters<ListFilter<'relations'>>
  readonly page: number
  readonly pageSize: number
}

const anyEnvironment = () => fc.constantFrom(...ENVIRONMENTS)
const anyResource = () => fc.constantFrom(...RESOURCES)
const anySource = () => fc.constantFrom(...RELATION_SOURCES)
const anyDirection = () => fc.constantFrom<Direction>('parents', 'children')
const anyMinute = () => fc.integer({ min: 0, max: 5 })
/** The index of a relation. A negative index stands for an unknown id. */
const anyPick = () => fc.integer({ min: -1, max: 20 })

function anyKey(): fc.Arbitrary<RelationKey> {
  const pairs = RESOURCES.flatMap((resource) =>
    RESOURCES.filter((parent) => parent !== resource).map((parent) => ({ resource, parent })),
  )
  return fc.tuple(anyEnvironment(), fc.constantFrom(...pairs)).map(([environment, pair]) => ({ environment, ...pair }))
}

function anyDrafts(): fc.Arbitrary<readonly RelationDraft[]> {
  const draft = fc
    .tuple(anyKey(), anySource(), fc.constantFrom(null, ...REFS))
    .map(([key, source, sourceRef]) => ({ ...key, source, sourceRef }))
  return fc.uniqueArray(draft, { selector: relationKey, maxLength: 8 })
}

function anyFrontier(): fc.Arbitrary<ReadonlyMap<string, readonly string[]>> {
  const names = fc.array(anyResource(), { maxLength: 5 })
  return fc.array(fc.tuple(anyEnvironment(), names), { maxLength: 2 }).map((entries) => new Map(entries))
}

function anySelection(): fc.Arbitrary<RelationsOf> {
  const narrowing = { parent: anyResource(), source: anySource(), sourceRef: fc.constantFrom(...REFS) }
  return fc.record(
    { environment: anyEnvironment(), resource: anyResource(), ...narrowing },
    { requiredKeys: ['environment', 'resource'] },
  )
}

function anyList(): fc.Arbitrary<ListedPage> {
  const some = (values: readonly string[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 })
  const filters = fc.record(
    {
      environment: some(ENVIRONMENTS),
      resource: some(RESOURCES),
      parent: some(RESOURCES),
      source: some(RELATION_SOURCES),
      sourceRef: some(REFS),
    },
    { requiredKeys: [] },
  )
  return fc.record({ filters, page: fc.integer({ min: 1, max: 3 }), pageSize: fc.integer({ min: 1, max: 6 }) })
}
