import { expect } from 'vitest'
import type { Issue, IssueSubject } from '../src/issue.js'

/** The codes of issues that are not about a single node or edge. */
const WITHOUT_SUBJECT = ['serviceNodeCount', 'invalidNodes', 'invalidEdges', 'tooLarge']

type Item = Readonly<Record<string, unknown>>

/** The graph that was sent. {@link expectSubject} looks up the node or edge of an issue in these lists. */
interface SentLists {
  readonly nodes: readonly unknown[]
  readonly edges: readonly unknown[]
}

/** Expects that an issue names the same node or edge in its subject, in its path and in its message. */
export function expectSubject(issue: Issue, graph: SentLists): void {
  const { code, path, message, subject } = issue
  expect([issue, subject === undefined]).toEqual([issue, WITHOUT_SUBJECT.includes(code)])
  if (subject === undefined) return
  const { kind, index, id, field } = subject
  const item = itemOf(subject, graph)
  expect([issue, id]).toEqual([issue, storable(item.id)])
  const label = field === 'label' ? '.label' : ''
  if (code === 'cycle') expect([issue, message.split(/: | -> /).slice(-2)]).toEqual([issue, [item.source, item.target]])
  else expect([`nodes[${id}]`, `${kind}s[${index}]${label}`]).toContain(path)
  const names = kind === 'node' ? [item.id] : [item.source, item.target]
  if (CODES_WITH_ID.has(code)) expect([issue, names.some((name) => words(message).has(name))]).toEqual([issue, true])
}

/** The codes of issues whose message contains an id: the id of the node, or the id of one end of the edge. */
const CODES_WITH_ID: ReadonlySet<string> = new Set([
  'environmentNotUnderService',
  'resourceUnderService',
  'resourceWithoutEnvironment',
  'resourceInMultipleEnvironments',
  'duplicateResource',
  'duplicateId',
  'cycle',
])

function itemOf({ kind, index }: IssueSubject, graph: SentLists): Item {
  const list = graph[`${kind}s`]
  expect(index).toBeGreaterThanOrEqual(0)
  expect(index).toBeLessThan(list.length)
  return Object(list[index ?? -1] ?? {}) as Item
}

function storable(id: unknown): string | null {
  const isStorable = typeof id === 'string' && id !== '' && id.length <= 255 && id.isWellFormed() && !/\0/.test(id)
  return isStorable ? id : null
}

function words(message: string): ReadonlySet<unknown> {
  return new Set(message.split(/[\s,]+/))
}
