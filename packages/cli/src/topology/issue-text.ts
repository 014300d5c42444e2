import type { Issue } from '@opsgraph/core'
import { printable } from '../text.js'
import { type LocatedIssue, locateIssues } from './locate-issues.js'
import type { TopologyInput } from './topology-input.js'

/** Adds to each issue its position in the file. */
export function locatedIn({ file }: Pick<TopologyInput, 'file'>, issues: readonly Issue[]): readonly LocatedIssue[] {
  return locateIssues(issues, file.text)
}

/**
 * Formats a position as `shop.json:3:5`, which editors and terminals recognize. If the position is unknown, returns
 * only the file name.
 */
export function placeText(name: string, { place }: Pick<LocatedIssue, 'place'>): string {
  return place === undefined ? printable(name) : `${printable(name)}:${place.line}:${place.column}`
}

/** Formats an issue as `nodes[3].label: message`. An issue of the whole file has only the message. */
export function faultText({ path, message }: Issue): string {
  return path === 'body' ? printable(message) : `${printable(path)}: ${printable(message)}`
}

/** Formats an issue in the style of a compiler message, without color. */
export function issueLine(name: string, issue: LocatedIssue): string {
  return `${placeText(name, issue)}: error ${issue.code}: ${faultText(issue)}`
}
