import { IssueList } from '../../issue-list.js'
import { parseJsonFile } from '../../json-text.js'
import { isObject } from '../../json-value.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { readTreeEntry } from './read-tree-entry.js'
import type { TreeCode, TreeEntry, TreeFile, TreeIssue } from './tree-entry.js'

/**
 * Reads a file of trees: a JSON list of `{id?, name, description, service, serviceKpi?, orientation?, tree}`
 * (rules.md#trees-of-an-earlier-release). Reports all faults, up to `LIMITS.issues`. The paths of faults look like
 * `topologies[2].tree.children[0]`.
 *
 * @param newId creates the ids of nodes and edges
 */
export function readTreeFile(text: string, newId: () => string): TreeFile {
  const list = parseJsonFile(text)
  if ('fault' in list) return { entries: [], issues: [{ code: 'invalidJson', path: 'body', message: list.fault }] }
  if (!Array.isArray(list.value)) {
    return { entries: [], issues: [{ code: 'invalidFormat', path: 'body', message: 'the file must hold a JSON list' }] }
  }
  const issues = new IssueList<TreeCode>()
  const entries = list.value.map((body: unknown, index) => {
    if (issues.isFull) return undefined
    const place = `topologies[${index}]`
    if (isObject(body)) return readTreeEntry(body, place, { issues, newId })
    issues.add('invalidFormat', place, 'an entry must be an object')
    return undefined
  })
  issues.pushAll(duplicates(entries))
  return { entries: entries.filter((entry) => entry !== undefined), issues: issues.list }
}

/** An issue for each entry that has the same id as an earlier entry. */
function duplicates(entries: readonly (TreeEntry | undefined)[]): readonly TreeIssue[] {
  const places = new Map<string, number>()
  return entries.flatMap((entry, index) => {
    if (entry?.id === undefined) return []
    const first = places.get(entry.id)
    if (first === undefined) places.set(entry.id, index)
    const message = `topologies[${first}] has the id ${truncateForMessage(entry.id)} too`
    return first === undefined ? [] : [{ code: 'duplicateEntry' as const, path: `topologies[${index}].id`, message }]
  })
}
