import type { Issue } from '@opsgraph/core'
import { scanJson } from '@opsgraph/core/pure'
import {
  findLocations,
  formatIssueLocation,
  type JsonPath,
  type JsonStep,
  type TextLocation,
} from '../json-location.js'
import { escapeControlCharacters } from '../text.js'
import type { TopologyInput } from './topology-input.js'

/** An issue with its location in the file. */
export interface LocatedIssue extends Issue {
  /** `undefined` if the issue concerns the whole file, or a value that the file does not contain. */
  readonly location: TextLocation | undefined
}

/**
 * This text in the path of an issue means that the issue concerns the graph after the file is merged into the stored
 * topology. Such an issue has no location in the file.
 */
const AFTER_MERGE_PREFIX = 'after merge:'

/**
 * Finds the locations of issues in a file.
 *
 * @param text the content of the file; `undefined` if the file is not text
 */
export function locateIssues(issues: readonly Issue[], text: string | undefined): readonly LocatedIssue[] {
  const located =
    text === undefined ? [] : issues.filter(({ path }) => path !== 'body' && !path.includes(AFTER_MERGE_PREFIX))
  const value: unknown = located.length === 0 ? undefined : JSON.parse(text ?? '')
  const locations = findLocations(
    text ?? '',
    located.map((issue) => toJsonPath(issue, value)),
  )
  const locationOf = new Map(located.map((issue, index) => [issue, locations[index]]))
  return issues.map((issue) => {
    const isNoJson = issue.code === 'invalidJson' && text !== undefined
    return { ...issue, location: isNoJson ? scanJson(text) : locationOf.get(issue) }
  })
}

/** Converts the path of an issue to a path in the parsed file. */
function toJsonPath(issue: Issue, value: unknown): JsonPath {
  const [, index, path = ''] = /^topologies\[(\d+)\](?:\.|$)(.*)$/s.exec(issue.path) ?? []
  if (index === undefined) return toSteps(issue, value)
  // A file of trees (topologies in the format of an earlier release) is a JSON list. A file of topologies is a JSON
  // object that contains the list `topologies`.
  const steps = Array.isArray(value) ? [Number(index)] : ['topologies', Number(index)]
  const document = steps.reduce(valueAtStep, value)
  return [...steps, ...toSteps({ ...issue, path }, document)]
}

function toSteps({ path, subject }: Issue, document: unknown): JsonPath {
  if (typeof subject?.index === 'number') {
    return [`${subject.kind}s`, subject.index, ...(path.endsWith('].label') ? ['label'] : [])]
  }
  // Core shortens a long path in a deep tree with an ellipsis. Only the steps before the ellipsis can be followed.
  const [known = ''] = path.split('…')
  const steps = [...known.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  const isBareTree = steps[0] === 'tree' && valueAtStep(document, 'tree') === undefined
  return isBareTree ? steps.slice(1) : steps
}

function valueAtStep(value: unknown, step: JsonStep): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Readonly<Record<JsonStep, unknown>>)[step]
}

/** Adds to each issue its location in the file. */
export function locateInFile({ file }: Pick<TopologyInput, 'file'>, issues: readonly Issue[]): readonly LocatedIssue[] {
  return locateIssues(issues, file.text)
}

/** Formats an issue as `nodes[3].label: message`. An issue of the whole file has only the message. */
export function faultText({ path, message }: Issue): string {
  return path === 'body'
    ? escapeControlCharacters(message)
    : `${escapeControlCharacters(path)}: ${escapeControlCharacters(message)}`
}

/** Formats an issue in the style of a compiler message, without color. */
export function issueLine(name: string, issue: LocatedIssue): string {
  return `${formatIssueLocation(name, issue.location)}: error ${issue.code}: ${faultText(issue)}`
}
