import type { AlertDraft } from '../../alert/alert.js'
import { type TimeReading, timeWarning } from '../../alert/alert-times.js'
import type { ArrivingAlert } from '../../alert/arriving-alert.js'
import { isClosing } from '../../alert/receive.js'
import { type AlertPolicyRun, NO_POLICIES } from '../../alert-policy/run-alert-policies.js'
import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { runWithoutPauses, WorkExceeded, WorkMeter } from '../../work-meter.js'
import { type MappedAlert, mapInSteps, type TraceField, type ValueOrigin } from './apply-mapping.js'
import {
  type CheckedAlert,
  type DraftedAlert,
  type DraftingInput,
  draftAlert,
  lacksSeverity,
  type PureDraftingInput,
  SEVERITY_WARNING,
} from './draft-alerts.js'
import type { MappedField, Mapping } from './mapping.js'
import { type PayloadPath, readsSameIndex, writePath } from './payload-path.js'
import { SharedAlerts } from './shared-alerts.js'
import { type PayloadElement, writeElementPath } from './split-payload.js'

/** The alerts that a payload would create, and where the value of each field would come from. */
export interface Explanation {
  /**
   * The number of alerts that would be created, rejected, or dropped by an alert policy. Only the first
   * `LIMITS.webhookExplained` of them are explained.
   */
  readonly total: number
  /** The number of alerts, among `total`, that have a warning. */
  readonly warned: number
  /** The number of alerts, among `total`, that alert policies would drop. */
  readonly ignored: number
  /** The number of alerts, among `total`, that would close an alert instead of creating one. */
  readonly closing: number
  readonly alerts: readonly ExplainedAlert[]
  /** Why there are no alerts; `null` if there are alerts. */
  readonly message: string | null
  /**
   * True if the alert policies need more than `LIMITS.policyWork` steps, including steps for listing changes. Then a
   * delivery with this payload may be refused, the explanation covers only the first alerts, and `warned`, `ignored`
   * and `closing` count only these.
   */
  readonly truncated: boolean
}

export interface ExplainedAlert {
  /** The part of the payload that becomes this alert, for example `alerts[3]`; empty = the whole payload. */
  readonly element: string
  /** The alert that would be received; `null` = it would be rejected or dropped. */
  readonly alert: AlertDraft | null
  /** The result of the mapping, before alert policies run and `readAlert` checks it. */
  readonly input: ArrivingAlert
  /**
   * One entry for each alert policy, in the order of the policies. For a policy that did not run, the entry says why.
   * After `LIMITS.explainedPolicies` entries, further alerts have entries only for the policies that ran.
   */
  readonly policies: readonly AlertPolicyRun[]
  /** The name of the alert policy that would drop the alert; `null` = none. */
  readonly droppedBy: string | null
  readonly error: string | null
  /**
   * True if the alert says that the problem is over: it would close an open alert. If there is none, a closed alert
   * would be stored. `null` = the alert would be rejected or dropped.
   */
  readonly closes: boolean | null
  /** How those times of the sender were read that are not ISO 8601 with a time zone. */
  readonly times: readonly TimeReading[]
  /**
   * True if the alert would change nothing, because a newer state is stored (rules.md#sender-times-2). `null` =
   * unknown, because the alert was not compared with stored alerts, or because it would be rejected or dropped.
   */
  readonly outdated: boolean | null
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
  /**
   * Why the path can find no value in any payload. `null` = the path found a value, could find one in another payload,
   * or does not exist.
   */
  readonly hint: string | null
}

/**
 * Applies the mapping to a payload (`applyMapping`), runs alert policies on the mapped alerts, and explains the result
 * (rules.md#explanations).
 */
export function explainPayload(
  mapping: Mapping,
  payload: JsonValue,
  drafting: PureDraftingInput = NO_POLICIES,
): Explanation {
  return runWithoutPauses(explainInSteps(mapping, payload, { now: undefined, ...drafting })).explanation
}

/** An explanation, and the alerts that would be created, so that a caller can compare them with stored alerts. */
export interface ExplainedDrafts {
  readonly explanation: Explanation
  /** The `index` of a draft is its index in `explanation.alerts`. */
  readonly drafts: readonly DraftedAlert[]
}

/** Like {@link explainPayload}, but yields for pauses. */
export function* explainInSteps(
  mapping: Mapping,
  payload: JsonValue,
  drafting: DraftingInput,
): Generator<undefined, ExplainedDrafts> {
  const provenances = new Map<PayloadElement, FieldProvenance[]>()
  const trace: TraceField = (field, origin, element) => {
    if (!provenances.has(element) && provenances.size >= LIMITS.webhookExplained) return
    const fields = provenances.get(element) ?? []
    provenances.set(element, fields)
    fields.push(describeProvenance({ field, origin, element }, mapping))
  }
  const mapped = yield* mapInSteps(mapping, payload, { meter: new WorkMeter(), trace })
  if ('message' in mapped) {
    const none = { total: 0, warned: 0, ignored: 0, closing: 0, alerts: [], message: mapped.message, truncated: false }
    return { explanation: none, drafts: [] }
  }
  const drafted = yield* draftUntilLimit(mapped, drafting)
  const shared = new SharedAlerts(mapping, drafted)
  const fieldsOf = ({ element }: MappedAlert) => provenances.get(element) ?? []
  const explained = drafted.slice(0, LIMITS.webhookExplained)
  const explanation = {
    total: mapped.length,
    warned: drafted.filter((draft) => isWarned(draft) || shared.isShared(draft)).length,
    ignored: drafted.filter(({ left }) => left === undefined).length,
    closing: drafted.filter((draft) => closesAt(draft, drafting.now)).length,
    alerts: limitPolicyEntries(explained).map((draft, index) => ({
      element: writeElementPath(mapping, draft.alert.element),
      input: draft.alert.input,
      ...showResult(draft),
      closes: closesAt(draft, drafting.now),
      warnings: [...warningsOf(draft), ...shared.warningsOf(explained[index] ?? draft)],
      policies: draft.policies,
      fields: fieldsOf(draft.alert),
    })),
    message: null,
    truncated: drafted.length < mapped.length,
  }
  return { explanation, drafts: explained.flatMap(toDraftedAlert) }
}

function toDraftedAlert({ alert: { input }, result }: ExplainedDraft, index: number): readonly DraftedAlert[] {
  return 'draft' in result ? [{ index, input, draft: result.draft }] : []
}

/**
 * Completes an explanation after its alerts were compared with stored alerts.
 *
 * @param outdated the indexes of the outdated alerts
 */
export function withOutdated({ explanation, drafts }: ExplainedDrafts, outdated: ReadonlySet<number>): Explanation {
  const alerts = [...explanation.alerts]
  for (const { index } of drafts) {
    const explained = alerts[index]
    if (explained !== undefined) alerts[index] = { ...explained, outdated: outdated.has(index) }
  }
  return { ...explanation, alerts }
}

/**
 * Runs the alert policies on one alert after another, until the request has used all of its steps
 * (`LIMITS.policyWork`).
 */
function* draftUntilLimit(
  mapped: readonly MappedAlert[],
  drafting: DraftingInput,
): Generator<undefined, readonly ExplainedDraft[]> {
  const meter = WorkMeter.forRequest()
  const drafted: ExplainedDraft[] = []
  try {
    for (const alert of mapped) {
      const policies: AlertPolicyRun[] | undefined = drafted.length < LIMITS.webhookExplained ? [] : undefined
      drafted.push({ ...(yield* draftAlert(alert, drafting, meter, policies)), alert, policies: policies ?? [] })
    }
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error
  }
  return drafted
}

interface ExplainedDraft extends CheckedAlert {
  readonly alert: MappedAlert
  readonly policies: readonly AlertPolicyRun[]
}

/**
 * Limits the entries about alert policies to `LIMITS.explainedPolicies`. The alert that exceeds this maximum, and all
 * later alerts, keep only the entries of policies that ran.
 */
function limitPolicyEntries(drafted: readonly ExplainedDraft[]): readonly ExplainedDraft[] {
  let entriesLeft: number = LIMITS.explainedPolicies
  return drafted.map((draft) => {
    entriesLeft -= draft.policies.length
    return entriesLeft >= 0 ? draft : { ...draft, policies: draft.policies.filter(({ matched }) => matched) }
  })
}

function showResult(draft: ExplainedDraft) {
  const { result } = draft
  return {
    alert: 'draft' in result ? result.draft : null,
    error: 'error' in result ? result.error : null,
    droppedBy: 'droppedBy' in result ? result.droppedBy.name : null,
    times: draft.times,
    outdated: null,
  }
}

/** @returns `null` if the alert would be rejected or dropped */
function closesAt({ result }: ExplainedDraft, now = ''): boolean | null {
  return 'draft' in result ? isClosing(result.draft, now) : null
}

function warningsOf({ left, times }: ExplainedDraft): readonly string[] {
  if (left === undefined) return []
  return [
    ...(lacksSeverity(left) ? [SEVERITY_WARNING] : []),
    ...times.map(timeWarning).filter((each) => each !== undefined),
  ]
}

function isWarned(draft: ExplainedDraft): boolean {
  return warningsOf(draft).length > 0
}

interface TracedField {
  readonly field: MappedField
  readonly origin: ValueOrigin
  readonly element: PayloadElement
}

function describeProvenance({ field, origin, element }: TracedField, mapping: Mapping): FieldProvenance {
  const { source } = field
  const path = source !== undefined && 'path' in source ? source.path : undefined
  const hasValue = origin === 'path' || origin === 'literal'
  return {
    field: field.path,
    origin,
    path: path === undefined ? null : showPath(path, element, mapping),
    hint: hasValue || path === undefined ? null : hintOf(path, element),
  }
}

function showPath(path: PayloadPath, element: PayloadElement, mapping: Mapping): string {
  if (path.fault !== undefined) return path.text
  const behind = path.each === undefined ? '' : joinPaths('[]', writePath(path.each, element.index))
  return joinPaths(writeElementPath(mapping, element), writePath(path.steps, element.index) + behind)
}

function joinPaths(start: string, end: string): string {
  return start === '' || end === '' || end.startsWith('[') ? start + end : `${start}.${end}`
}

function hintOf(path: PayloadPath, { index }: PayloadElement): string | null {
  if (path.fault !== undefined) return `this leads nowhere: ${path.fault}`
  return index < 0 && readsSameIndex(path) ? '[N] needs a mapping with expand' : null
}
