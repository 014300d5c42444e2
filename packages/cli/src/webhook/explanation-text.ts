import type { JsonValue } from '@opsgraph/core'
import type { draftAlerts, Explanation } from '@opsgraph/core/pure'
import {
  type Cell,
  escapeControlCharacters,
  formatCount,
  formatNumber,
  formatTable,
  type Paint,
  type Style,
  shortenText,
} from '../text.js'
import { followPath } from './dotted-path.js'

type ExplainedAlert = Explanation['alerts'][number]
type FieldProvenance = ExplainedAlert['fields'][number]
type RejectedAlerts = ReturnType<typeof draftAlerts>['rejected']

/**
 * Maximum number of alerts that are shown with all fields. Of the remaining alerts, only the rejections are listed, at
 * most the same number.
 */
const MAX_SHOWN_ALERTS = 10
/** Maximum length of a value, in characters. */
const MAX_VALUE_CHARACTERS = 40

/** Formats where the fields of each alert come from (their provenance), and the reasons of rejections. */
export function explanationLines(
  { alerts, total, warned, ignored, closing, message, truncated }: Explanation,
  rejected: RejectedAlerts,
  paint: Paint,
): readonly string[] {
  if (message !== null) return [`${paint('red', 'no alerts')}: ${escapeControlCharacters(message)}`]
  const detailed = alerts.slice(0, MAX_SHOWN_ALERTS)
  const lines = detailed.flatMap((alert, index) => [
    ...alertLines(alert, `alert ${index + 1} of ${formatNumber(total)}`, paint),
    '',
  ])
  if (truncated) return [...lines, `${paint('red', 'no alerts')}: ${TOO_MANY_STEPS_MESSAGE}`]
  return [
    ...lines,
    ...otherAlertLines({
      count: total - detailed.length,
      ignored: ignored - detailed.filter(({ droppedBy }) => droppedBy !== null).length,
      rejected: rejected.filter(({ index }) => index >= detailed.length),
    }),
    formatTally({ total, rejected: rejected.length, warned, ignored, closing }, paint),
  ]
}

const TOO_MANY_STEPS_MESSAGE =
  'the alert policies need too many steps for this payload, so a server may refuse it; shorten the patterns, or let the sender put fewer alerts in a delivery'

interface OtherAlerts {
  readonly count: number
  readonly ignored: number
  readonly rejected: RejectedAlerts
}

/** Formats the number of alerts that are not shown in full, and the reasons why some of them are rejected. */
function otherAlertLines({ count, ignored, rejected }: OtherAlerts): readonly string[] {
  if (count === 0) return []
  const faulty = `${rejected.length === 0 ? 'none' : formatNumber(rejected.length)} of them rejected`
  return [
    `${formatCount(count, 'more alert')}, ${faulty}${ignored === 0 ? '' : `, ${formatNumber(ignored)} ignored`}`,
    ...rejected
      .slice(0, MAX_SHOWN_ALERTS)
      .map(({ index, error }) => `  alert ${formatNumber(index + 1)}: ${escapeControlCharacters(error)}`),
    ...(rejected.length > MAX_SHOWN_ALERTS ? [`  and ${formatNumber(rejected.length - MAX_SHOWN_ALERTS)} more`] : []),
    '',
  ]
}

function alertLines(alert: ExplainedAlert, title: string, paint: Paint): readonly string[] {
  const from = alert.element === '' ? 'from the whole payload' : `from ${escapeControlCharacters(alert.element)}`
  const rows = alert.fields.map((field) => fieldCells(field, alert))
  return [
    `${paint('bold', title)}, ${from}: ${formatOutcome(alert, paint)}`,
    ...formatTable(rows, paint),
    ...identityLines(alert, paint),
    ...alert.policies.flatMap((run) => policyLines(run, paint)),
    ...alert.warnings.map((warning) => warningLine(warning, paint)),
  ]
}

/** Formats the fingerprint and the time of an alert: they decide whether a later alert renews or closes it. */
function identityLines({ alert, times }: ExplainedAlert, paint: Paint): readonly string[] {
  if (alert === null) return []
  const { fingerprint, eventTime } = alert
  const read = times.filter(({ fault }) => fault === null)
  const isShown = eventTime === null || read.some(({ field }) => field === 'eventTime')
  return [
    ...(fingerprint === null ? [] : [`  ${paint('bold', 'fingerprint')}: ${escapeControlCharacters(fingerprint)}`]),
    ...(isShown ? [] : [`  ${paint('bold', 'event time')}: ${eventTime}`]),
    ...read.map(
      ({ field, sent, time }) => `  ${paint('bold', field)}: ${valueText(sent)} is read as ${time ?? 'no time'}`,
    ),
  ]
}

function formatOutcome({ alert, error, droppedBy, closes }: ExplainedAlert, paint: Paint): string {
  if (droppedBy !== null)
    return `${paint('yellow', 'ignored')}: dropped by the alert policy ${escapeControlCharacters(droppedBy)}`
  if (error !== null) return `${paint('red', 'rejected')}: ${escapeControlCharacters(error)}`
  if (!closes) return paint('green', 'would be created')
  const what = alert?.fingerprint ? 'fingerprint' : 'environment, resource and event'
  return `${paint('green', 'would close')} the open alert with this ${what}; if there is none, it would be stored as closed`
}

/** Formats what an alert policy changed, or why it did not run. */
function policyLines(
  { name, reason, changes, dropped }: ExplainedAlert['policies'][number],
  paint: Paint,
): readonly string[] {
  const title = `  ${paint('bold', `policy ${escapeControlCharacters(name)}`)}`
  if (reason !== null) return [`${title}: did not run: ${escapeControlCharacters(reason)}`]
  const done = changes.map(
    ({ field, from, to }) => `${escapeControlCharacters(field)} ${valueText(from)} -> ${valueText(to)}`,
  )
  if (dropped) done.push('dropped the alert')
  return done.length === 0 ? [`${title}: changed nothing`] : done.map((what) => `${title}: ${what}`)
}

function valueText(value: JsonValue): string {
  return value === null ? 'missing' : shortenText(escapeControlCharacters(JSON.stringify(value)), MAX_VALUE_CHARACTERS)
}

function warningLine(warning: string, paint: Paint): string {
  return `  ${paint('yellow', 'warning')}: ${escapeControlCharacters(warning)}`
}

const STYLE_BY_ORIGIN: Readonly<Record<FieldProvenance['origin'], Style | undefined>> = {
  path: undefined,
  literal: undefined,
  default: 'yellow',
  missing: 'red',
}

function fieldCells(field: FieldProvenance, { input }: ExplainedAlert): readonly Cell[] {
  const { value } = followPath(input, field.field)
  const text = field.origin === 'missing' || value === undefined ? '' : JSON.stringify(value)
  return [
    { text: escapeControlCharacters(field.field) },
    { text: shortenText(escapeControlCharacters(text), MAX_VALUE_CHARACTERS), isLeftAligned: true },
    { text: escapeControlCharacters(formatOrigin(field)), isLeftAligned: true, style: STYLE_BY_ORIGIN[field.origin] },
  ]
}

function formatOrigin({ origin, path, hint }: FieldProvenance): string {
  const missed = path === null ? '' : `${path} gives nothing${hint === null ? '' : ` (${hint})`}`
  switch (origin) {
    case 'path':
      return path ?? ''
    case 'literal':
      return 'written in the mapping'
    case 'default':
      return missed === '' ? 'default value' : `default value: ${missed}`
    case 'missing':
      return `left out: ${missed}, no default value`
  }
}

interface AlertTally {
  readonly total: number
  readonly rejected: number
  readonly warned: number
  readonly ignored: number
  readonly closing: number
}

function formatTally({ total, rejected, warned, ignored, closing }: AlertTally, paint: Paint): string {
  const created = total - rejected - ignored - closing
  const style = created + closing > 0 ? 'green' : 'red'
  return [
    `${formatCount(total, 'alert')}: ${paint(style, `${formatNumber(created)} would be created`)}`,
    ...(closing === 0 ? [] : [paint('green', `${formatNumber(closing)} would close`)]),
    ...(rejected === 0 ? [] : [paint('red', `${formatNumber(rejected)} rejected`)]),
    ...(ignored === 0 ? [] : [`${formatNumber(ignored)} ignored`]),
    ...(warned === 0 ? [] : [paint('yellow', `${formatNumber(warned)} with a warning`)]),
  ].join(', ')
}
