import { parseJsonFile } from '../json-text.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { eachInSteps, type Steps, withoutPauses } from '../steps.js'
import { checkRecords } from './check-records.js'
import { CmdbIssues } from './cmdb-issue.js'
import type { CmdbFile } from './cmdb-record.js'
import { RecordReader } from './record-reader.js'
import { UnknownFields } from './unknown-fields.js'

/** Reading this many records takes a few milliseconds. */
const READ_AT_ONCE = 2_000

/**
 * Reads a list of records, or `{items: [records]}` (rules.md#cmdb-request). Reports every fault.
 *
 * @param environment the environment of records that name no environment
 */
export function readRecords(value: unknown, environment: string): CmdbFile {
  return withoutPauses(readList(value, { environment, mayHoldOddText: true }))
}

/** Like {@link readRecords}, but reads the text of a JSON file. */
export function* readJsonRecords(text: string, environment: string): Steps<CmdbFile> {
  const issues = new CmdbIssues()
  if (hasTooManyContainers(text)) {
    const message = `the file has more than ${LIMITS.cmdbContainers} objects and lists`
    issues.add('tooManyRecords', 'body', message)
    return refusedFile(issues)
  }
  yield
  const parsed = parseJsonFile(text)
  yield
  if ('fault' in parsed) {
    issues.add('invalidJson', 'body', parsed.fault)
    return refusedFile(issues)
  }
  // Decoded text contains no U+0000 and no lone surrogates, but a `\u` escape may add them.
  return yield* readList(parsed.value, { environment, mayHoldOddText: text.includes('\\u') })
}

function* readList(
  value: unknown,
  options: { readonly environment: string; readonly mayHoldOddText: boolean },
): Steps<CmdbFile> {
  const issues = new CmdbIssues()
  const list = isObject(value) ? ownValue(value, 'items') : value
  if (!Array.isArray(list)) {
    issues.add('invalidJson', 'body', 'the file must be a list of records, or {"items": [records]}')
    return refusedFile(issues)
  }
  if (list.length > LIMITS.cmdbRecords) {
    const message = `the file has ${list.length} records; one import takes at most ${LIMITS.cmdbRecords}`
    issues.add('tooManyRecords', 'body', message)
    return refusedFile(issues)
  }
  const reader = new RecordReader(options, issues)
  const unknown = new UnknownFields()
  yield* eachInSteps(list, READ_AT_ONCE, (item, row) => {
    reader.read(item)
    if (isObject(item)) unknown.look(item, row)
  })
  yield
  const warnings = [...unknown.warnings, ...reader.warnings, ...checkRecords(reader.records, issues)]
  return { records: reader.records, issues: issues.list, warnings, lines: undefined }
}

/** The result for a file that cannot be read any further. */
export function refusedFile(issues: CmdbIssues): CmdbFile {
  return { records: [], issues: issues.list, warnings: [], lines: undefined }
}

/**
 * True if the text contains too many objects and lists. A small file can contain millions of nested empty lists, which
 * would fill the memory when parsed. Counting all brackets is cheap. If there are too many brackets, a second count
 * leaves out the brackets inside of strings.
 */
function hasTooManyContainers(text: string): boolean {
  const limit = LIMITS.cmdbContainers
  return occurrences(text, '{') + occurrences(text, '[') > limit && containersIn(text) > limit
}

function occurrences(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++
  return count
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const BRACE = 0x7b

function containersIn(text: string): number {
  let count = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) isInText = !isInText
    else if (isInText) at += unit === BACKSLASH ? 1 : 0
    else if (unit === BRACKET || unit === BRACE) count++
  }
  return count
}
