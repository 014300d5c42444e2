import type { Issue, LoadedTree, TreeFault, TreeUpgrade } from '@opsgraph/core'
import { counted, printable, shortened } from './text.js'

/** Faults of one tree, or of a file, that are told before the rest is counted. */
const TOLD_FAULTS = 100
/** UTF-16 units of a name that are told. */
const TOLD_NAME = 60

/** What became of an entry of a file of trees, as a line. */
export function loadedLine({ topologyId, service, isNew }: LoadedTree): string {
  const told = isNew ? 'loaded' : 'was there already, left as it is'
  return `${shownName(topologyId)}, service ${shownName(service)}: ${told}`
}

/** What becomes of a tree at the next start, as lines. */
export function upgradeLines({ topologyId, service, issues, isUpgraded, rivals }: TreeUpgrade): readonly string[] {
  const [known, ...others] = rivals
  const told = isUpgraded
    ? 'will be upgraded'
    : `will stay a tree${known && issues.length === 0 ? `: ${rival(known)}` : ''}`
  return [
    `${shownName(topologyId)}, service ${shownName(service)}: ${told}`,
    ...firstOf(issues, faultLine),
    ...(known === undefined ? [] : [`  ${counted(others.length + 1, 'topology', 'topologies')} of this service`]),
  ]
}

/** What is wrong with a file of trees, as lines. */
export function issueLines(issues: readonly Issue[]): readonly string[] {
  return firstOf(issues, ({ code, path, message }) => `  ${path}: ${printable(message)} (${code})`)
}

function faultLine({ code, message, label }: TreeFault): string {
  const node = label === null ? '' : `"${shownName(label)}": `
  return `  ${node}${printable(message)} (${code})`
}

function rival(topologyId: string): string {
  return `${shownName(topologyId)} is the topology of this service`
}

function firstOf<T>(items: readonly T[], line: (item: T) => string): readonly string[] {
  const more = items.length - TOLD_FAULTS
  return [...items.slice(0, TOLD_FAULTS).map(line), ...(more > 0 ? [`  and ${counted(more, 'more fault')}`] : [])]
}

function shownName(name: string): string {
  return printable(shortened(name, TOLD_NAME))
}
