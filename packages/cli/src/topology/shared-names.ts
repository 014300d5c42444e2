import type { Issue } from '@opsgraph/core'
import type { TopologyDocument } from '@opsgraph/core/pure'
import { formatCount, shortenText } from '../text.js'
import type { TopologyInput } from './topology-input.js'

/** A warning that two topologies use a name that only one may use. Checking one topology alone cannot find this. */
export type SharedNameWarning = Issue<'sharedService' | 'sharedNodeId' | 'sharedPolicy'>

/**
 * Finds services, node ids and weight policies that several topologies use, although only one may use them. Only the
 * later topology gets the warning. The topologies of one file may share a weight policy.
 */
export function findSharedNames(
  inputs: readonly TopologyInput[],
): ReadonlyMap<TopologyInput, readonly SharedNameWarning[]> {
  const documents = inputs.flatMap((input) => input.file.documents.map((document) => ({ input, document })))
  const found = new Map<TopologyInput, SharedNameWarning[]>(inputs.map((input) => [input, []]))
  for (const rule of SHARING_RULES) {
    const first = new Map<string, InputDocument>()
    for (const current of documents) found.get(current.input)?.push(...findSharedNamesOf(rule, current, first))
  }
  return found
}

/** A topology document and the file that contains it. */
interface InputDocument {
  readonly input: TopologyInput
  readonly document: TopologyDocument
}

interface NamedLocation {
  readonly name: string
  readonly path: string
}

interface SharingRule {
  readonly code: SharedNameWarning['code']
  readonly namesOf: (document: TopologyDocument) => readonly NamedLocation[]
  /** Whether it is a fault that these two documents use the same name. */
  readonly isFault: (first: InputDocument, later: InputDocument) => boolean
  /**
   * Formats the warning.
   *
   * @param shared `count` is the number of names that the later document shares with an earlier document, `name` is the
   *   first of these names, and `where` describes the earlier document
   */
  readonly message: (shared: { readonly count: number; readonly name: string; readonly where: string }) => string
}

const SHARING_RULES: readonly SharingRule[] = [
  {
    code: 'sharedService',
    namesOf: ({ at, isLegacy, service }) => [{ name: service, path: `${at}${isLegacy ? '' : 'topology.'}service` }],
    isFault: (first, later) => first.input !== later.input,
    message: ({ name, where }) =>
      `the service ${name} is also in ${where}: a service has one topology, so both imports would change the same one`,
  },
  {
    code: 'sharedNodeId',
    // A tree (a topology in the format of an earlier release) has no node ids: an import assigns new ids to its nodes.
    namesOf: ({ at, isLegacy, graph }) =>
      isLegacy ? [] : graph.nodes.map(({ id }, index) => ({ name: id, path: `${at}nodes[${index}]` })),
    isFault: isOfOtherService,
    message: ({ count, name, where }) =>
      `${formatCount(count, 'node')} with an id that is also in ${where}, such as ${name}: an import would assign new ids`,
  },
  {
    code: 'sharedPolicy',
    namesOf: ({ at, weightPolicies }) =>
      weightPolicies.map(({ name }, index) => ({ name, path: `${at}weightPolicies[${index}]` })),
    isFault: (first, later) => first.input !== later.input && isOfOtherService(first, later),
    message: ({ count, name, where }) =>
      `${formatCount(count, 'weight policy', 'weight policies')} with a name that is also in ${where}, such as ${name}: ` +
      'each import assigns it to its own topology; topologies in one bundle can share it',
  },
]

function isOfOtherService(first: InputDocument, later: InputDocument): boolean {
  return first.document.service !== later.document.service
}

/** Creates one warning for each earlier document that has names in common with the current document. */
function findSharedNamesOf(
  rule: SharingRule,
  current: InputDocument,
  first: Map<string, InputDocument>,
): readonly SharedNameWarning[] {
  const shared = new Map<InputDocument, NamedLocation[]>()
  for (const location of rule.namesOf(current.document)) {
    const earlier = first.get(location.name)
    if (earlier === undefined) first.set(location.name, current)
    else if (rule.isFault(earlier, current)) {
      const locations = shared.get(earlier)
      if (locations === undefined) shared.set(earlier, [location])
      else locations.push(location)
    }
  }
  return [...shared].map(([{ input, document }, locations]) => {
    const { name, path } = locations[0] ?? { name: '', path: '' }
    const where = input === current.input ? `the topology of ${quoteName(document.service)}` : input.name
    return { code: rule.code, path, message: rule.message({ count: locations.length, name: quoteName(name), where }) }
  })
}

/** Maximum length of a name in a message, in characters. */
const MAX_NAME_CHARACTERS = 60

function quoteName(name: string): string {
  return `"${shortenText(name, MAX_NAME_CHARACTERS)}"`
}
