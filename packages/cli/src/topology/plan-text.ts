import { requireAboutFile } from '../importing/importer.js'
import {
  COUNTER_NAMES,
  counterCells,
  formatConclusion,
  formatRefusal,
  hasChanges,
  headCells,
  listedChangeLines,
  type PlanCommand,
  remarkLines,
  unlistedLines,
} from '../importing/plan-text.js'
import { formatIssueLocation } from '../json-location.js'
import type { Ports } from '../ports.js'
import {
  type Cell,
  createPaint,
  escapeControlCharacters,
  formatCount,
  formatNumber,
  formatTable,
  type Paint,
  shortenText,
} from '../text.js'
import { changesAnything, isRefused, type PlannedTopology } from './answer.js'
import { faultText, type LocatedIssue, locateInFile } from './located-issue.js'
import type { PlannedInput } from './plan-input.js'

/** Maximum number of topologies in the table of changed topologies. */
const MAX_SHOWN_TOPOLOGIES = 40
/** Maximum number of listed warnings with the same code. */
const MAX_SHOWN_WARNINGS = 20
/** Maximum length of a service name in the table of changed topologies, in characters. A longer name is shortened. */
const MAX_NAME_CHARACTERS = 60

/**
 * Prints a plan for people, with an empty line before each plan except the first.
 *
 * @throws StartError if the import was refused for a reason that is not in the file, such as an invalid key
 */
export function printPlan(
  planned: PlannedInput,
  { isFirst, command }: { readonly isFirst: boolean; readonly command: PlanCommand },
  { print, terminal }: Pick<Ports, 'print' | 'terminal'>,
): void {
  requireAboutFile(planned.answer)
  if (!isFirst) print('')
  for (const line of planLines(planned, createPaint(terminal.isColored), command)) print(line)
}

/** Prints the HTTP answers as JSON: a single answer, or a list in the order of the files. */
export function printAnswers(plans: readonly Pick<PlannedInput, 'answer'>[], { print }: Pick<Ports, 'print'>): void {
  const answers = plans.map(({ answer }) => answer)
  print(JSON.stringify(answers.length === 1 ? answers[0] : answers))
}

/** Formats a plan for people: counters, warnings and errors. */
export function planLines(planned: PlannedInput, paint: Paint, command: PlanCommand): readonly string[] {
  const { input, answer, topologies } = planned
  const title = paint('bold', escapeControlCharacters(input.name))
  if (answer.status === 'error') {
    return [`${title}: ${formatRefusal(answer, paint)}`, ...errorLines(planned, paint)]
  }
  return [
    `${title}: ${formatCount(topologies.length, 'topology', 'topologies')}`,
    ...changeLines(topologies, paint),
    ...listedChangeLines(answer, paint),
    ...warningLines(topologies, paint),
    ...errorLines(planned, paint),
    '',
    formatConclusion({ isRefused: isRefused(answer), isChanging: topologies.some(changesAnything), command }, paint),
  ]
}

/** Formats the changes of each topology; unchanged topologies are only counted. */
export function changeLines(topologies: readonly PlannedTopology[], paint: Paint): readonly string[] {
  const changed = topologies.filter(changesAnything)
  const listed = changed.slice(0, MAX_SHOWN_TOPOLOGIES)
  return [
    ...(listed.length > 0 ? ['', ...topologyLines(listed, paint)] : []),
    ...unlistedLines({ more: changed.length - listed.length, unchanged: topologies.length - changed.length }),
  ]
}

/** Formats a header, then a block for each topology. The columns of all blocks are aligned with each other. */
function topologyLines(topologies: readonly PlannedTopology[], paint: Paint): readonly string[] {
  const blocks = topologies.map(counterRows)
  const [head = '', ...lines] = formatTable([headCells('', ...COUNTER_NAMES), ...blocks.flat()], paint)
  let next = 0
  return [
    head,
    ...topologies.flatMap((topology, index) => {
      const count = blocks[index]?.length ?? 0
      next += count
      return [titleLine(topology, paint), ...lines.slice(next - count, next), ...fieldLines(topology)]
    }),
  ]
}

function titleLine({ topology, errors }: PlannedTopology, paint: Paint): string {
  const service = shortenText(escapeControlCharacters(topology.service), MAX_NAME_CHARACTERS)
  return `  ${errors.length > 0 ? paint('red', service) : service}: ${topology.action}`
}

function counterRows({ nodes, edges, weightPolicies, rules }: PlannedTopology): readonly (readonly Cell[])[] {
  const isNamed = (counted: PlannedTopology['rules']) => hasChanges(counted) || counted.unchanged > 0
  return [
    [{ text: '  nodes' }, ...counterCells(nodes)],
    [{ text: '  edges' }, ...counterCells(edges)],
    ...(isNamed(weightPolicies) ? [[{ text: '  weight policies' }, ...counterCells(weightPolicies)]] : []),
    ...(isNamed(rules) ? [[{ text: '  redundancy rules' }, ...counterCells(rules)]] : []),
  ]
}

const FIELD_NAMES = { serviceKpi: 'service KPI', schemaVersion: 'from a tree into nodes and edges' } as const

function fieldLines({ fields, catalogService }: PlannedTopology): readonly string[] {
  const names = fields.map((field) => (field in FIELD_NAMES ? FIELD_NAMES[field as keyof typeof FIELD_NAMES] : field))
  const { action, fields: written } = catalogService
  const entry = written.length > 0 ? `${action} (${written.join(', ')})` : action
  return [
    ...(names.length > 0 ? [`    topology itself: update (${names.join(', ')})`] : []),
    ...(action === 'create' || action === 'update' ? [`    catalog service: ${entry}`] : []),
  ]
}

function warningLines(topologies: readonly PlannedTopology[], paint: Paint): readonly string[] {
  const warnings = topologies.flatMap(({ topology, warnings: all }) =>
    all.map(({ code, message }) => ({
      code,
      text: `${escapeControlCharacters(topology.service)}: ${escapeControlCharacters(message)}`,
    })),
  )
  const textsOf = (group: Readonly<typeof warnings>) => [
    ...group.slice(0, MAX_SHOWN_WARNINGS).map(({ text }) => text),
    ...(group.length > MAX_SHOWN_WARNINGS
      ? [`… and ${formatNumber(group.length - MAX_SHOWN_WARNINGS)} more (--json lists all)`]
      : []),
  ]
  return remarkLines({ what: 'warning', remarks: warnings, textsOf }, paint)
}

/** Formats all errors: the author of the file must correct each of them. */
function errorLines({ input, answer }: PlannedInput, paint: Paint): readonly string[] {
  const errors =
    answer.status === 'error' ? (answer.errors ?? []) : answer.previews.flatMap((preview) => preview.errors)
  const textsOf = (group: readonly LocatedIssue[]) =>
    group.map((issue) => `${formatIssueLocation(input.name, issue.location)}: ${faultText(issue)}`)
  return remarkLines({ what: 'error', remarks: locateInFile(input, errors), textsOf }, paint)
}
