import type { Filters, ListFilter, RelationSource } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import {
  claimKey,
  type Direction,
  inRankOrder,
  type RelationKey,
  type RelationsOf,
  relationKey,
} from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAgainstModel, type Step } from './model-run.js'
import { inOrder, RelationModel, type StatedDraft } from './relation-model.js'
import { byKey } from './relation-rows.js'
import { at, nextId } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests that a relation store answers like a plain map after any sequence of calls. */
export function relationModelContract(harness: StoreHarness): void {
  it('should answer like a plain map, after any calls', async () => {
    await runAgainstModel(harness, anyStep(), () => new RelationModel([]))
  })
}

// Helpers: the steps.

type RelationStep = Step<RelationModel>

function anyStep(): fc.Arbitrary<RelationStep> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(anyDrafts(), anyMinute(), fc.boolean()).map(upsert) },
    fc.array(anyKey(), { maxLength: 6 }).map(find),
    fc.tuple(anyEnvironment(), anyResource()).map(([environment, resource]) => around(environment, resource)),
    fc.tuple(anyDirection(), anyFrontier()).map(([direction, frontier]) => neighbors(direction, frontier)),
    anyList().map(list),
    fc.tuple(anySource(), fc.array(fc.constantFrom(...SOURCE_REFS))).map(([source, refs]) => claimsBy(source, refs)),
    fc.array(anyKey(), { maxLength: 6 }).map(claims),
    fc.array(fc.tuple(anyKey(), fc.constantFrom(...SOURCE_REFS)), { maxLength: 4 }).map(replacedBy),
    { weight: 3, arbitrary: fc.tuple(anyDrafts(), anyPicks(), anyMinute()).map(withdraw) },
    fc.tuple(anyPicks(), anyMinute()).map(keepClaims),
    anyPick().map(deleteOne),
    anySelection().map(deleteOf),
  )
}

function upsert([drafts, minute, yields]: [readonly StatedDraft[], number, boolean]): RelationStep {
  return {
    title: `upsert at ${minute}${yields ? ', yielding,' : ''} ${JSON.stringify(drafts)}`,
    run: async (model, { relations }) => {
      const arrived = drafts.map((draft) => ({
        ...draft,
        id: nextId(),
        createTime: at(minute),
        updateTime: at(minute),
      }))
      const keys = new Set(arrived.map(relationKey))
      const updated = model.all.filter((relation) => keys.has(relationKey(relation))).length
      expect(await relations.upsert(arrived, { yields })).toEqual({ inserted: keys.size - updated, updated })
      for (const relation of arrived) model.state(relation, yields)
    },
  }
}

function claims(keys: readonly RelationKey[]): RelationStep {
  return {
    title: `claims of ${JSON.stringify(keys)}`,
    run: async (model, { relations }) => {
      const wanted = new Set(keys.map(relationKey))
      const expected = model.claims.filter((claim) => wanted.has(relationKey(claim)))
      expect(inOrder(await relations.claims(keys))).toEqual(inOrder(expected))
    },
  }
}

function replacedBy(named: readonly (readonly [RelationKey, string])[]): RelationStep {
  return {
    title: `replacedBy ${JSON.stringify(named)}`,
    run: async (model, { relations }) => {
      const expected = model.claims.filter((claim) => {
        if (claim.source !== 'event' || !claim.isReplaceable) return false
        return named.some(
          ([key, sourceRef]) =>
            claim.environment === key.environment &&
            claim.resource === key.resource &&
            claim.parent !== key.parent &&
            claim.sourceRef === sourceRef,
        )
      })
      const asked = named.map(([key, sourceRef]) => ({ ...key, sourceRef }))
      expect(inOrder(await relations.replacedBy(asked))).toEqual(inOrder(expected))
    },
  }
}

/** Creates a step that withdraws some claims that are stored, and some that usually are not. */
function withdraw([drafts, picks, minute]: [readonly StatedDraft[], readonly number[], number]): RelationStep {
  return {
    title: `withdraw the claims ${picks} and ${JSON.stringify(drafts)} at ${minute}`,
    run: async (model, { relations }) => {
      const withdrawn = [...model.pickClaims(picks), ...drafts]
      const answer = await relations.withdraw(withdrawn, at(minute))
      expect(answer).toEqual(model.withdraw(withdrawn, at(minute)))
    },
  }
}

function keepClaims([picks, minute]: [readonly number[], number]): RelationStep {
  return {
    title: `keepClaims ${picks} at ${minute}`,
    run: async (model, { relations }) => {
      const kept = model.pickClaims(picks).map((claim) => ({ ...claim, firstTime: at(minute), isReplaceable: true }))
      await relations.keepClaims(kept)
      model.keep(kept)
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

function claimsBy(source: RelationSource, refs: readonly string[]): RelationStep {
  return {
    title: `claimsBy ${source} ${JSON.stringify(refs)}`,
    run: async (model, { relations }) => {
      const expected = model.claims.filter(
        ({ sourceRef, ...claim }) => claim.source === source && sourceRef !== null && refs.includes(sourceRef),
      )
      expect(inOrder(await relations.claimsBy(source, refs))).toEqual(inOrder(expected))
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

// Helpers. There are only a few names, so that calls often affect the same rows.

const ENVIRONMENTS = ['', 'Production'] as const
const RESOURCES = ['a', 'B', '\ue000', '\u{1f600}'] as const
const SOURCE_REFS = ['itop', '', 'T1'] as const

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

/** Generates drafts of relations in which drafts with the same key are adjacent, and no claim occurs twice. */
function anyDrafts(): fc.Arbitrary<readonly StatedDraft[]> {
  const draft = fc
    .tuple(anyKey(), anySource(), fc.constantFrom(null, ...SOURCE_REFS), fc.boolean())
    .map(([key, source, sourceRef, isReplaceable]) => ({ ...key, source, sourceRef, isReplaceable }))
  return fc.uniqueArray(draft, { selector: claimKey, maxLength: 8 }).map(byKey)
}

const anyPicks = () => fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 4 })

function anyFrontier(): fc.Arbitrary<ReadonlyMap<string, readonly string[]>> {
  const names = fc.array(anyResource(), { maxLength: 5 })
  return fc.array(fc.tuple(anyEnvironment(), names), { maxLength: 2 }).map((entries) => new Map(entries))
}

function anySelection(): fc.Arbitrary<RelationsOf> {
  const narrowing = { parent: anyResource(), source: anySource(), sourceRef: fc.constantFrom(...SOURCE_REFS) }
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
      sourceRef: some(SOURCE_REFS),
    },
    { requiredKeys: [] },
  )
  return fc.record({ filters, page: fc.integer({ min: 1, max: 3 }), pageSize: fc.integer({ min: 1, max: 6 }) })
}
