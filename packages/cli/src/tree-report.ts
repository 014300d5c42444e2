import { LIMITS, type TreeFault, type TreeLoad, type TreeUpgrade } from '@opsgraph/core'
import type { receiveTreeFile } from '@opsgraph/core/pure'
import type { Logger } from '@opsgraph/http'
import { escapeControlCharacters, formatCount, shortenText } from './text.js'
import { issueLine, locateIssues } from './topology/located-issue.js'

/** Maximum length of a name, in characters. */
const MAX_NAME_CHARACTERS = 60

/** Formats the result for one tree (a topology in the format of an earlier release) of a file. */
export function loadedLine({ topologyId, service, isNew }: TreeLoad['loaded'][number]): string {
  const result = isNew ? 'loaded' : 'already stored, not changed'
  return `${nameText(topologyId)}, service ${nameText(service)}: ${result}`
}

/** Formats what will happen to a tree when the server next starts. */
export function upgradeLines({
  topologyId,
  service,
  issues,
  issueCount,
  isUpgraded,
  rivals,
}: TreeUpgrade): readonly string[] {
  const [current, ...others] = rivals
  const result = isUpgraded
    ? 'will be upgraded'
    : `will stay a tree${current && issueCount === 0 ? `: ${rivalTopologyText(current)}` : ''}`
  return [
    `${nameText(topologyId)}, service ${nameText(service)}: ${result}`,
    ...issues.map(faultLine),
    ...moreLine(issueCount - issues.length),
    ...(current === undefined ? [] : [`  ${formatCount(others.length + 1, 'topology', 'topologies')} of this service`]),
  ]
}

/** Formats the faults of a refused file with trees, each with its line and column. */
export function refusalLines(
  name: string,
  { issues, text }: Awaited<ReturnType<typeof receiveTreeFile>>,
): readonly string[] {
  const listed = locateIssues(issues.slice(0, LIMITS.treeFaults), text)
  return [
    `${escapeControlCharacters(name)} is refused, nothing was loaded: ${formatCount(issues.length, 'fault')}`,
    ...listed.map((issue) => issueLine(name, issue)),
    ...moreLine(issues.length - listed.length),
  ]
}

function faultLine({ code, message, label }: TreeFault): string {
  const node = label === null ? '' : `"${nameText(label)}": `
  return `  ${node}${escapeControlCharacters(message)} (${code})`
}

function rivalTopologyText(topologyId: string): string {
  return `${nameText(topologyId)} is the topology of this service`
}

function moreLine(count: number): readonly string[] {
  return count > 0 ? [`  and ${formatCount(count, 'more fault')}`] : []
}

function nameText(name: string): string {
  return escapeControlCharacters(shortenText(name, MAX_NAME_CHARACTERS))
}

/** Maximum number of faults of one tree in a log line. The field `issueCount` is the total number of faults. */
const MAX_LOGGED_FAULTS = 20

/** Logs one line for each topology of an earlier release (tree): whether it was upgraded, or why not. */
export function logTreeUpgrades(upgrades: readonly TreeUpgrade[], logger: Pick<Logger, 'info' | 'warn'>): void {
  for (const { topologyId, name, service, isUpgraded, issues, issueCount, rivals } of upgrades) {
    const topology = { topologyId, name, service, ...(rivals.length > 0 && { topologiesOfService: rivals.length }) }
    if (isUpgraded) logger.info(topology, 'tree upgraded')
    else if (issueCount === 0)
      logger.warn({ ...topology, upgraded: rivals[0] }, 'tree not upgraded: its service has another topology')
    else {
      logger.warn(
        { ...topology, issueCount, issues: issues.slice(0, MAX_LOGGED_FAULTS) },
        'tree not upgraded: it breaks rules',
      )
    }
  }
}
