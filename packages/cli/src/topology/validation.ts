import { REMARK_STYLES } from '../importing/plan-text.js'
import { formatIssueLocation } from '../json-location.js'
import { escapeControlCharacters, formatCount, type Paint } from '../text.js'
import { faultText, type LocatedIssue, locateInFile } from './located-issue.js'
import { findSharedNames } from './shared-names.js'
import type { TopologyInput } from './topology-input.js'

/** Formats a line for each issue in the style of a compiler message, and a summary. */
export function validationLines(files: readonly ValidatedFile[], paint: Paint): readonly string[] {
  const lines = listRemarks(files).map(
    ({ name, level, issue }) =>
      `${paint('bold', formatIssueLocation(name, issue.location))}: ${paint(REMARK_STYLES[level], `${level} ${issue.code}`)}: ${faultText(issue)}`,
  )
  return [...lines, ...(lines.length > 0 ? [''] : []), summaryLine(files, paint)]
}

/** Formats a workflow command of GitHub Actions for each issue. GitHub then shows the issue at its line of the file. */
export function annotationLines(files: readonly ValidatedFile[]): readonly string[] {
  return listRemarks(files).map(({ name, level, issue }) => {
    const { location, code } = issue
    const properties = { file: name, line: location?.line, col: location?.column, title: code }
    const given = Object.entries(properties).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}=${escapeAnnotation(String(value)).replace(/[:,]/g, encodePercent)}`],
    )
    return `::${level} ${given.join(',')}::${escapeAnnotation(faultText(issue))}`
  })
}

/** The result as JSON, for programs. */
export function validationReport(files: readonly ValidatedFile[]) {
  return {
    status: files.every(isValid) ? 'ok' : 'error',
    files: files.map(({ input, errors, warnings }) => ({
      file: input.name,
      topologies: input.file.documents.map(({ service, graph, weightPolicies }) => ({
        service,
        nodes: graph.nodes.length,
        edges: graph.edges.length,
        weightPolicies: weightPolicies.length,
      })),
      errors: errors.map(toJsonIssue),
      warnings: warnings.map(toJsonIssue),
    })),
  }
}

function toJsonIssue({ code, path, message, location }: LocatedIssue) {
  return { code, path, message, line: location?.line ?? null, column: location?.column ?? null }
}

function listRemarks(files: readonly ValidatedFile[]) {
  return files.flatMap(({ input: { name }, errors, warnings }) => [
    ...errors.map((issue) => ({ name, level: 'error' as const, issue })),
    ...warnings.map((issue) => ({ name, level: 'warning' as const, issue })),
  ])
}

function summaryLine(files: readonly ValidatedFile[], paint: Paint): string {
  const errors = files.flatMap((file) => file.errors).length
  const warnings = files.flatMap((file) => file.warnings).length
  const counts = [
    ...(errors > 0 ? [paint('red', formatCount(errors, 'error'))] : []),
    ...(warnings > 0 ? [paint('yellow', formatCount(warnings, 'warning'))] : []),
  ]
  const invalid = files.filter((file) => !isValid(file)).length
  const verdict = invalid > 0 ? `${invalid} of ${formatCount(files.length, 'file')} invalid` : validText(files, paint)
  return [verdict, ...counts].join(', ')
}

function validText(files: readonly ValidatedFile[], paint: Paint): string {
  const topologies = files.flatMap(({ input }) => input.file.documents)
  const countText = `${formatCount(files.length, 'file')} with ${formatCount(topologies.length, 'topology', 'topologies')}`
  return `${countText}: ${paint('green', 'valid')}`
}

/** Escapes a value as https://docs.github.com/actions/reference/workflow-commands-for-github-actions requires. */
function escapeAnnotation(text: string): string {
  return escapeControlCharacters(text).replaceAll('%', '%25')
}

function encodePercent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** A file with its errors and warnings. */
export interface ValidatedFile {
  readonly input: TopologyInput
  readonly errors: readonly LocatedIssue[]
  readonly warnings: readonly LocatedIssue[]
}

/** Validates each file, and compares all files with each other. */
export function validateInputs(inputs: readonly TopologyInput[]): readonly ValidatedFile[] {
  const shared = findSharedNames(inputs)
  return inputs.map((input) => ({
    input,
    errors: locateInFile(input, input.file.issues),
    warnings: locateInFile(input, shared.get(input) ?? []),
  }))
}

export function isValid({ errors }: ValidatedFile): boolean {
  return errors.length === 0
}
