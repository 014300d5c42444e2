import { LIMITS, type LoadedTree, type ReceivedTreeFile, type TreeFault, type TreeUpgrade } from '@opsgraph/core'
import { counted, printable, shortened } from './text.js'
import { issueLine } from './topology/issue-text.js'
import { locateIssues } from './topology/locate-issues.js'

/** UTF-16 units of a name that are told. */
const TOLD_NAME = 60

/** What became of an entry of a file of trees, as a line. */
export function loadedLine({ topologyId, service, isNew }: LoadedTree): string {
  const told = isNew ? 'loaded' : 'was there already, left as it is'
  return `${shownName(topologyId)}, service ${shownName(service)}: ${told}`
}

/** What becomes of a tree at the next start, as lines. */
export function upgradeLines({
  topologyId,
  service,
  issues,
  issueCount,
  isUpgraded,
  rivals,
}: TreeUpgrade): readonly string[] {
  const [known, ...others] = rivals
  const told = isUpgraded
    ? 'will be upgraded'
    : `will stay a tree${known && issueCount === 0 ? `: ${rival(known)}` : ''}`
  return [
    `${shownName(topologyId)}, service ${shownName(service)}: ${told}`,
    ...issues.map(faultLine),
    ...moreLine(issueCount - issues.length),
    ...(known === undefined ? [] : [`  ${counted(others.length + 1, 'topology', 'topologies')} of this service`]),
  ]
}

/** What is wrong with a file of trees, as lines that tell where. */
export function refusalLines(name: string, { issues, text }: ReceivedTreeFile): readonly string[] {
  const told = locateIssues(issues.slice(0, LIMITS.treeFaults), text)
  return [
    `${printable(name)} is refused, nothing was loaded: ${counted(issues.length, 'fault')}`,
    ...told.map((issue) => issueLine(name, issue)),
    ...moreLine(issues.length - told.length),
  ]
}

function faultLine({ code, message, label }: TreeFault): string {
  const node = label === null ? '' : `"${shownName(label)}": `
  return `  ${node}${printable(message)} (${code})`
}

function rival(topologyId: string): string {
  return `${shownName(topologyId)} is the topology of this service`
}

function moreLine(count: number): readonly string[] {
  return count > 0 ? [`  and ${counted(count, 'more fault')}`] : []
}

function shownName(name: string): string {
  return printable(shortened(name, TOLD_NAME))
}
