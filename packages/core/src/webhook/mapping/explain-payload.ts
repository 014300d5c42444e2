import type { AlertDraft } from '../../alert/alert.js'
import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { type AlertInput, applyMapping, type MappedAlert, type Trace, type ValueOrigin } from './apply-mapping.js'
import { draftAlert } from './draft-alerts.js'
import type { MappedField, Mapping } from './mapping.js'
import { lacksSeverity, SEVERITY_WARNING } from './missing-severity.js'
import { type PayloadPath, readsSameIndex, writePath } from './payload-path.js'
import { type Element, writePlace } from './split-payload.js'

/** The alerts that a payload would create, and where the value of each field comes from. */
export interface Explanation {
  /**
   * The number of alerts that would be created or rejected. If there are more than `LIMITS.webhookExplained`, only the
   * first ones are explained.
   */
  readonly total: number
  /** How many of the `total` alerts have a warning. */
  readonly warned: number
  readonly alerts: readonly ExplainedAlert[]
  /** Why there are no alerts; `null` if there are alerts. */
  readonly message: string | null
}

export interface ExplainedAlert {
  /** The part of the payload that becomes this alert, for example `alerts[3]`; empty = the whole payload. */
  readonly element: string
  /** The alert as it would be received; `null` = it would be rejected. */
  readonly alert: AlertDraft | null
  /** The result of the mapping, before it is checked and read as an alert. */
  readonly input: AlertInput
  readonly error: string | null
  /** Likely mistakes in the mapping that do not cause the alert to be rejected. */
  readonly warnings: readonly string[]
  /** One entry for every field that is mapped or has a default value. */
  readonly fields: readonly FieldProvenance[]
}

/** Where the value of a field comes from. */
export interface FieldProvenance {
  /** The name of the field, for example `severity` or `attributes.region`. */
  readonly field: string
  readonly origin: ValueOrigin
  /**
   * The path with the actual indexes in this payload, for example `alerts[3].labels.severity`; `null` = the field has
   * no path.
   */
  readonly path: string | null
  /** Why the path can find nothing; `null` if it found a value, or if the payload just has no value at this path. */
  readonly hint: string | null
}

/** Runs {@link applyMapping} for a payload and explains its result. */
export function explainPayload(mapping: Mapping, payload: JsonValue): Explanation {
  const provenances = new Map<Element, FieldProvenance[]>()
  const trace: Trace = (field, origin, element) => {
    if (!provenances.has(element) && provenances.size >= LIMITS.webhookExplained) return
    const fields = provenances.get(element) ?? []
    provenances.set(element, [...fields, provenance({ field, origin, element }, mapping)])
  }
  const mapped = applyMapping(mapping, payload, trace)
  if ('message' in mapped) return { total: 0, warned: 0, alerts: [], message: mapped.message }
  const alerts = mapped
    .slice(0, LIMITS.webhookExplained)
    .map((alert) => explainAlert(alert, { mapping, fields: provenances.get(alert.element) ?? [] }))
  const warned = mapped.filter(({ input }) => lacksSeverity(input)).length
  return { total: mapped.length, warned, alerts, message: null }
}

function explainAlert(
  alert: MappedAlert,
  { mapping, fields }: { readonly mapping: Mapping; readonly fields: readonly FieldProvenance[] },
): ExplainedAlert {
  const read = draftAlert(alert)
  return {
    element: writePlace(mapping, alert.element),
    alert: 'draft' in read ? read.draft : null,
    input: alert.input,
    error: 'error' in read ? read.error : null,
    warnings: lacksSeverity(alert.input) ? [SEVERITY_WARNING] : [],
    fields,
  }
}

interface Taken {
  readonly field: MappedField
  readonly origin: ValueOrigin
  readonly element: Element
}

function provenance({ field, origin, element }: Taken, mapping: Mapping): FieldProvenance {
  const { source } = field
  const path = source !== undefined && 'path' in source ? source.path : undefined
  const isHit = origin === 'path' || origin === 'literal'
  return {
    field: field.path,
    origin,
    path: path === undefined ? null : shownPath(path, element, mapping),
    hint: isHit || path === undefined ? null : hintOf(path, element),
  }
}

function shownPath(path: PayloadPath, element: Element, mapping: Mapping): string {
  if (path.fault !== undefined) return path.text
  const behind = path.each === undefined ? '' : joinPaths('[]', writePath(path.each, element.index))
  return joinPaths(writePlace(mapping, element), writePath(path.steps, element.index) + behind)
}

function joinPaths(start: string, end: string): string {
  return start === '' || end === '' || end.startsWith('[') ? start + end : `${start}.${end}`
}

function hintOf(path: PayloadPath, { index }: Element): string | null {
  if (path.fault !== undefined) return `this leads nowhere: ${path.fault}`
  return index < 0 && readsSameIndex(path) ? '[N] needs a mapping with expand' : null
}
