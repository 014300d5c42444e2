import type { Issue, TopologyDocument } from '@opsgraph/core'
import { counted, shortened } from '../text.js'
import type { TopologyInput } from './topology-input.js'

/** A remark on a file: it can be imported, but not beside another one as both of them say. */
export type SharedName = Issue<'sharedService' | 'sharedNodeId' | 'sharedPolicy'>

/**
 * Finds what topologies share although each needs its own. It is told once, of the later one. What several documents of
 * one file share is no fault where an import can tell them apart.
 */
export function findSharedNames(inputs: readonly TopologyInput[]): ReadonlyMap<TopologyInput, readonly SharedName[]> {
  const standings = inputs.flatMap((input) => input.file.documents.map((document) => ({ input, document })))
  const found = new Map<TopologyInput, SharedName[]>(inputs.map((input) => [input, []]))
  for (const rule of RULES) {
    const first = new Map<string, Standing>()
    for (const standing of standings) found.get(standing.input)?.push(...sharedBy(rule, standing, first))
  }
  return found
}

/** A document, and the file that it is in. */
interface Standing {
  readonly input: TopologyInput
  readonly document: TopologyDocument
}

interface NamedPlace {
  readonly name: string
  readonly path: string
}

interface SharingRule {
  readonly code: SharedName['code']
  readonly namesOf: (document: TopologyDocument) => readonly NamedPlace[]
  /** Whether two documents may not share such a name. */
  readonly isFault: (first: Standing, later: Standing) => boolean
  /** @param name the first of `count` names that are shared */
  readonly tell: (shared: { readonly count: number; readonly name: string; readonly where: string }) => string
}

const RULES: readonly SharingRule[] = [
  {
    code: 'sharedService',
    namesOf: ({ at, isLegacy, service }) => [{ name: service, path: `${at}${isLegacy ? '' : 'topology.'}service` }],
    isFault: (first, later) => first.input !== later.input,
    tell: ({ name, where }) =>
      `the service ${name} is that of ${where} as well: it has one topology, and each import changes what the other made`,
  },
  {
    code: 'sharedNodeId',
    // The ids of nodes of a tree are new at every import.
    namesOf: ({ at, isLegacy, graph }) =>
      isLegacy ? [] : graph.nodes.map(({ id }, index) => ({ name: id, path: `${at}nodes[${index}]` })),
    isFault: isOfOtherService,
    tell: ({ count, name, where }) =>
      `${counted(count, 'node')} with an id that ${where} has too, such as ${name}: an import would give new ids`,
  },
  {
    code: 'sharedPolicy',
    namesOf: ({ at, weightPolicies }) =>
      weightPolicies.map(({ name }, index) => ({ name, path: `${at}weightPolicies[${index}]` })),
    isFault: (first, later) => first.input !== later.input && isOfOtherService(first, later),
    tell: ({ count, name, where }) =>
      `${counted(count, 'weight policy', 'weight policies')} with a name that ${where} has too, such as ${name}: ` +
      'each import ties it to its own topology; topologies of one bundle can share it',
  },
]

function isOfOtherService(first: Standing, later: Standing): boolean {
  return first.document.service !== later.document.service
}

/** One remark for each earlier document. */
function sharedBy(rule: SharingRule, standing: Standing, first: Map<string, Standing>): readonly SharedName[] {
  const shared = new Map<Standing, NamedPlace[]>()
  for (const place of rule.namesOf(standing.document)) {
    const earlier = first.get(place.name)
    if (earlier === undefined) first.set(place.name, standing)
    else if (rule.isFault(earlier, standing)) {
      const places = shared.get(earlier)
      if (places === undefined) shared.set(earlier, [place])
      else places.push(place)
    }
  }
  return [...shared].map(([{ input, document }, places]) => {
    const { name, path } = places[0] ?? { name: '', path: '' }
    const where = input === standing.input ? `the topology of ${shown(document.service)}` : input.name
    return { code: rule.code, path, message: rule.tell({ count: places.length, name: shown(name), where }) }
  })
}

/** Characters of a name that a message repeats. */
const NAME = 60

function shown(name: string): string {
  return `"${shortened(name, NAME)}"`
}
