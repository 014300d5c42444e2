import type { Issue } from '@opsgraph/core'
import { printable } from '../text.js'
import { type LocatedIssue, locateIssues } from './locate-issues.js'
import type { TopologyInput } from './topology-input.js'

/** Faults of a file with their places in it. */
export function locatedIn({ file }: Pick<TopologyInput, 'file'>, issues: readonly Issue[]): readonly LocatedIssue[] {
  return locateIssues(issues, file.text)
}

/** `shop.json:3:5`, as editors and terminals understand it; the name alone where no place is known. */
export function placeText(name: string, { place }: Pick<LocatedIssue, 'place'>): string {
  return place === undefined ? printable(name) : `${printable(name)}:${place.line}:${place.column}`
}

/** `nodes[3].label: what is wrong`; of the whole file only what is wrong. */
export function faultText({ path, message }: Issue): string {
  return path === 'body' ? printable(message) : `${printable(path)}: ${printable(message)}`
}

/** A fault as compilers write it, without color. */
export function issueLine(name: string, issue: LocatedIssue): string {
  return `${placeText(name, issue)}: error ${issue.code}: ${faultText(issue)}`
}
