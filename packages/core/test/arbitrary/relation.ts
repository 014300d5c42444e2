import fc from 'fast-check'
import type { Relation, RelationDraft } from '../../src/relation/relation.js'
import { RELATION_SOURCES } from '../../src/relation/relation-source.js'
import type { Walk, WalkAnswer, WalkQuestion } from '../../src/relation/walk.js'
import { name } from './name.js'

function source() {
  return fc.constantFrom(...RELATION_SOURCES)
}

export function relationDraft(): fc.Arbitrary<RelationDraft> {
  return fc.record({
    environment: fc.constantFrom('', 'Production', 'Staging'),
    resource: name(),
    parent: name(),
    source: source(),
    sourceRef: fc.option(name()),
  })
}

function time(): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-01-02'), noInvalidDate: true })
    .map((date) => date.toISOString())
}

export function relation(): fc.Arbitrary<Relation> {
  return fc
    .tuple(relationDraft(), fc.uuid(), time(), time())
    .map(([draft, id, createTime, updateTime]) => ({ ...draft, id, createTime, updateTime }))
}

/** Which resources have which parents, in rank order. */
export type RankedParents = ReadonlyMap<string, readonly string[]>

/** What a store answers: names in no order of their own, and what ranks those that are contested. */
export function answerFrom(parents: RankedParents, { frontier, contested }: WalkQuestion): WalkAnswer {
  const known = frontier.flatMap((resource) => {
    const ranked = parents.get(resource)
    return ranked === undefined ? [] : [[resource, ranked.toReversed()] as const]
  })
  const precedences = contested.flatMap(({ from, names }) =>
    names.map((name) => parents.get(from)?.indexOf(name) ?? -1),
  )
  return { neighbors: new Map(known), precedences }
}

/** Takes a walk to its end; `ask` hears each question. */
export function takeWalk(walk: Walk, parents: RankedParents, ask: (question: WalkQuestion) => void = () => {}): void {
  for (let { question } = walk; question !== undefined; question = walk.question) {
    ask(question)
    walk.advance(answerFrom(parents, question))
  }
}

/** Which resources have which parents, in rank order: names are numbers, cycles and many parents are common. */
export function parentsByResource(size = 12): fc.Arbitrary<RankedParents> {
  const resource = fc.integer({ min: 0, max: size }).map(String)
  const entry = fc.tuple(resource, fc.uniqueArray(resource, { maxLength: 4 }))
  return fc
    .array(entry, { maxLength: size })
    .map((entries) => new Map(entries.map(([child, parents]) => [child, parents.filter((parent) => parent !== child)])))
}
