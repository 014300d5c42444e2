import { listedChangeLines } from '../importing/change-text.js'
import { COUNTERS, counterCells, headCells, touches } from '../importing/counter-cells.js'
import { PLAN_ENDS, type PlanTeller } from '../importing/plan-ends.js'
import { groupTitle, remarkGroups } from '../importing/remark-groups.js'
import { type Cell, counted, number, type Paint, printable, shortened, table } from '../text.js'
import { isChanging, isRefused, type PlannedTopology } from './answer.js'
import { faultText, locatedIn, placeText } from './issue-text.js'
import type { PlannedInput } from './plan-input.js'

/** Topologies that are listed one by one. */
const TOPOLOGIES = 40
/** Warnings of one code that are told one by one. */
const WARNINGS = 20
/** Characters of a service's name. */
const NAME = 60

/** What an import of a file would do, for people: counters, warnings and errors. */
export function planLines(planned: PlannedInput, paint: Paint, command: PlanTeller): readonly string[] {
  const { input, answer, topologies } = planned
  const title = paint('bold', printable(input.name))
  if (answer.status === 'error') {
    const { errors = [], message } = answer
    const told = `${paint('red', printable(message))}, ${counted(errors.length, 'error')}; nothing is written`
    return [`${title}: ${told}`, ...errorLines(planned, paint)]
  }
  return [
    `${title}: ${counted(topologies.length, 'topology', 'topologies')}`,
    ...changeLines(topologies, paint),
    ...listedChangeLines(answer, paint),
    ...warningLines(topologies, paint),
    ...errorLines(planned, paint),
    '',
    conclusion(planned, paint, command),
  ]
}

/** What changes, by topology; of those that stay as they are only how many. */
export function changeLines(topologies: readonly PlannedTopology[], paint: Paint): readonly string[] {
  const changed = topologies.filter(isChanging)
  const listed = changed.slice(0, TOPOLOGIES)
  const more = changed.length - listed.length
  const unchanged = topologies.length - changed.length
  return [
    ...(listed.length > 0 ? ['', ...topologyLines(listed, paint)] : []),
    ...(more > 0 ? [`  … and ${counted(more, 'more topology', 'more topologies')} (--json lists all)`] : []),
    ...(unchanged > 0 ? ['', `  unchanged: ${counted(unchanged, 'topology', 'topologies')}`] : []),
  ]
}

/** A head, then a block for each; the numbers of all stand below one another. */
function topologyLines(topologies: readonly PlannedTopology[], paint: Paint): readonly string[] {
  const blocks = topologies.map(counterRows)
  const [head = '', ...lines] = table([headCells('', ...COUNTERS), ...blocks.flat()], paint)
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
  const service = shortened(printable(topology.service), NAME)
  return `  ${errors.length > 0 ? paint('red', service) : service}: ${topology.action}`
}

function counterRows({ nodes, edges, weightPolicies }: PlannedTopology): readonly (readonly Cell[])[] {
  const hasPolicies = touches(weightPolicies) || weightPolicies.unchanged > 0
  return [
    [{ text: '  nodes' }, ...counterCells(nodes)],
    [{ text: '  edges' }, ...counterCells(edges)],
    ...(hasPolicies ? [[{ text: '  weight policies' }, ...counterCells(weightPolicies)]] : []),
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
    all.map(({ code, message }) => ({ code, text: `${printable(topology.service)}: ${printable(message)}` })),
  )
  return remarkGroups(warnings).flatMap(([code, group]) => [
    '',
    groupTitle('warning', [code, group], paint),
    ...group.slice(0, WARNINGS).map(({ text }) => `    ${text}`),
    ...(group.length > WARNINGS ? [`    … and ${number(group.length - WARNINGS)} more (--json lists all)`] : []),
  ])
}

/** All of them: whoever mends a file wants to see each. */
function errorLines({ input, answer }: PlannedInput, paint: Paint): readonly string[] {
  const errors =
    answer.status === 'error' ? (answer.errors ?? []) : answer.previews.flatMap((preview) => preview.errors)
  return remarkGroups(locatedIn(input, errors)).flatMap(([code, group]) => [
    '',
    groupTitle('error', [code, group], paint),
    ...group.map((issue) => `    ${placeText(input.name, issue)}: ${faultText(issue)}`),
  ])
}

function conclusion({ answer, topologies }: PlannedInput, paint: Paint, command: PlanTeller): string {
  if (isRefused(answer)) return paint('red', 'the import would be refused')
  return topologies.some(isChanging) ? PLAN_ENDS[command] : paint('green', 'nothing to change')
}
