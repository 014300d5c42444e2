import type { Alert, AlertDraft } from '../../alert/alert.js'
import type { ReceptionContext } from '../../alert/alert-history.js'
import { countStepsForReading } from '../../alert/read-alert.js'
import type { StoredAlert } from '../../alert/stored-alert.js'
import { ResolvedNames } from '../../alias/resolved-names.js'
import type { JsonValue } from '../../json-value.js'
import { applyWindows, type HoldingWindows } from '../../maintenance/hold-alert.js'
import { relationsFromPolicies, weighAlert } from '../../policy/apply-policies.js'
import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { DeclaredDraft } from '../../relation/relation-claim.js'
import { textSize } from '../../text-size.js'
import { timestamp } from '../../timestamp.js'
import type { WorkMeter } from '../../work-meter.js'
import { namesInAlerts, readResolvedNames } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'
import { holdingWindows } from '../maintenance/holding-windows.js'
import { toRelations } from '../relation/to-relations.js'
import { LockedAlerts, type SentDraft, senderText } from './locked-alerts.js'
import { DeclaredRelations } from './stated-relations.js'

/** What an intake needs before it receives alerts. */
interface IntakeInput {
  /** All drafts that may be received later. There must be at least one. */
  readonly sent: readonly SentDraft[]
  /** The active policies, read in the same transaction. */
  readonly policies: ActivePolicies
  /** Counts the work of the policies and windows. */
  readonly meter: WorkMeter
}

/** What an intake reads when it is opened. */
interface OpenedIntake {
  readonly locked: LockedAlerts
  /** Replaces aliases in the drafts. */
  readonly names: ResolvedNames
  readonly now: string
}

/** The outcome of receiving one alert. */
export interface IntakeOutcome {
  /**
   * The stored alert after the merge, as it would be without maintenance windows. A later draft may change it again.
   */
  readonly alert: Alert
  /** True if the received alert changed nothing, because a newer state was already stored (rules.md#sender-times). */
  readonly isOutdated: boolean
  readonly stored: StoredAlert
}

/**
 * Receives alerts inside a transaction (rules.md#receiving-an-alert). Sets the weights of the alerts by the active
 * weight policies. Also stores the relations that the alerts name, and those that the active relation policies add. The
 * number of database statements does not depend on the number of alerts or policies.
 */
export class AlertIntake {
  readonly #dependencies: Dependencies
  readonly #parts: StoreParts
  readonly #policies: ActivePolicies
  readonly #meter: WorkMeter
  readonly #locked: LockedAlerts
  readonly #names: ResolvedNames
  readonly #now: string
  /** The alerts that drafts have changed. */
  readonly #changedAlerts = new Set<StoredAlert>()
  /** The alerts that outdated drafts have left unchanged. */
  readonly #unchangedAlerts = new Set<StoredAlert>()
  /**
   * For each alert, the alert as it is stored and returned: an active alert has the status `blackout` while a
   * maintenance window matches it.
   */
  readonly #shown = new Map<Alert, Alert>()
  readonly #relations: DeclaredRelations

  private constructor(
    dependencies: Dependencies,
    parts: StoreParts,
    { policies, meter, locked, names, now }: Omit<IntakeInput, 'sent'> & OpenedIntake,
  ) {
    this.#dependencies = dependencies
    this.#parts = parts
    this.#policies = policies
    this.#meter = meter
    this.#locked = locked
    this.#names = names
    this.#now = now
    this.#relations = new DeclaredRelations(now)
  }

  /** Locks the alerts that the drafts may change. */
  static async open(
    dependencies: Dependencies,
    parts: StoreParts,
    { sent, ...input }: IntakeInput,
  ): Promise<AlertIntake> {
    const now = timestamp(dependencies.clock())
    const names = await readAliasesOf(parts, sent, input.policies)
    const locked = await LockedAlerts.lock(
      parts,
      sent.map(({ draft, webhookId }) => ({ draft: names.alert(draft), webhookId })),
      now,
    )
    return new AlertIntake(dependencies, parts, { ...input, locked, names, now })
  }

  /**
   * Receives a draft, which is a received alert. Replaces aliases (rules.md#aliases-4). Merges the draft into the
   * stored alert of the same environment, resource and event, or creates a new alert. A correlated alert takes over the
   * event of the draft (rules.md#correlation). If the draft closes a fingerprint that is open on other alerts, closes
   * it there (rules.md#fingerprints). Stores nothing before `save` is called. Yields for pauses.
   *
   * @param actor the name of the sender in the history of the alert
   * @throws OpsgraphError `invalid` if the merged alert would exceed a size limit; the draft is then ignored
   * @throws WorkExceeded if the policies need more steps than the meter allows
   */
  *receive({ draft: named, webhookId }: SentDraft, actor: string): Generator<undefined, IntakeOutcome> {
    const draft = this.#names.alert(named)
    const sent = { draft, webhookId }
    if (this.#meter.spend(countStepsForReading(textSize(draft as unknown as JsonValue, Number.POSITIVE_INFINITY))))
      yield
    const arrival = { now: this.#now, newId: this.#dependencies.newId, actor, source: senderText(sent) }
    const received = yield* this.#merge(sent, arrival)
    if (received.isOutdated) return received
    this.#relations.addAlert(draft)
    const byPolicy = yield* relationsFromPolicies(received.alert, this.#policies.relation, this.#meter)
    for (const relation of byPolicy) this.#addRelation(relation)
    return received
  }

  /**
   * Returns the stored alert into which a draft was merged, or the alert that has taken over the event of this alert.
   * Must be called after `save`.
   */
  latest({ stored }: IntakeOutcome): Alert {
    const alert = requireAlert(stored.latest)
    return this.#shown.get(alert) ?? alert
  }

  /**
   * Stores the received alerts and their relations.
   *
   * @throws WorkExceeded if the maintenance windows need more steps than the meter allows
   */
  async save(): Promise<void> {
    const changed = alertsOf(this.#changedAlerts)
    await this.#hold([...changed, ...alertsOf(this.#unchangedAlerts)])
    if (changed.length > 0) await this.#locked.save(changed.map((alert) => this.#shown.get(alert) ?? alert))
    await this.#saveRelations()
  }

  #addRelation(relation: DeclaredDraft): void {
    const resolved = this.#names.relation(relation)
    if (resolved.resource !== resolved.parent) this.#relations.add(resolved)
  }

  async #saveRelations(): Promise<void> {
    const { drafts, named } = this.#relations
    if (drafts.length === 0) return
    const { relations } = this.#parts
    const replaced = named.length === 0 ? [] : this.#relations.replaced(await relations.replacedBy(named))
    await relations.upsert(await toRelations(this.#dependencies, drafts))
    if (replaced.length > 0) await relations.withdraw(replaced, this.#now)
  }

  *#merge(sent: SentDraft, arrival: ReceptionContext): Generator<undefined, IntakeOutcome> {
    const { draft } = sent
    const target = this.#locked.targetOf(sent)
    if (target.kind === 'own') return yield* this.#change(target.alert, draft, { arrival, by: 'receive' })
    if (target.kind === 'correlated') return yield* this.#change(target.alert, draft, { arrival, by: 'takeOver' })
    const [first, ...others] = target.alerts
    let closed = yield* this.#change(first, draft, { arrival, by: 'closeFingerprint' })
    for (const other of others) {
      const next = yield* this.#change(other, draft, { arrival, by: 'closeFingerprint' })
      if (closed.isOutdated) closed = next
    }
    return closed
  }

  *#change(stored: StoredAlert, draft: AlertDraft, { arrival, by }: AlertChange): Generator<undefined, IntakeOutcome> {
    const before = stored.alert ?? draft
    const received = stored[by](draft, arrival)
    if (received === undefined) {
      this.#unchangedAlerts.add(stored)
      return { alert: requireAlert(stored), isOutdated: true, stored }
    }
    const alert = yield* weighAlert(received, draft, { policies: this.#policies.weight, arrival, meter: this.#meter })
    stored.amend(alert)
    this.#locked.recordChange(stored, before)
    this.#changedAlerts.add(stored)
    return { alert, isOutdated: false, stored }
  }

  async #hold(alerts: readonly Alert[]): Promise<void> {
    const holdingInput = { alerts, relations: this.#parts.relations, stated: this.#relations.drafts }
    const holding = await holdingWindows(this.#policies.maintenance, this.#now, holdingInput)
    await runWithPauses(this.#holdAll(alerts, holding))
  }

  *#holdAll(alerts: readonly Alert[], holding: HoldingWindows): Generator<undefined, void> {
    const run = { ...holding, arrival: { now: this.#now, newId: this.#dependencies.newId }, meter: this.#meter }
    for (const own of alerts) this.#shown.set(own, yield* applyWindows(own, this.#locked.holdOf(own), run))
  }
}

/**
 * Reads which names in received alerts, and in the parents of relation policies, are aliases. Reads nothing if there
 * are no aliases.
 */
export async function readAliasesOf(
  parts: StoreParts,
  sent: readonly SentDraft[],
  { hasAliases, relation }: ActivePolicies,
): Promise<ResolvedNames> {
  if (!hasAliases) return ResolvedNames.NONE
  const environments = new Set(sent.map(({ draft }) => draft.environment))
  const parents = [...environments].flatMap((environment) =>
    relation.map(({ policy }): ResourceKey => ({ environment, resource: policy.parent })),
  )
  return await readResolvedNames(parts, [...namesInAlerts(sent.map(({ draft }) => draft)), ...parents])
}

function alertsOf(stored: Iterable<StoredAlert>): readonly Alert[] {
  return Array.from(stored, ({ alert }) => alert).filter((alert) => alert !== undefined)
}

function requireAlert({ alert }: StoredAlert): Alert {
  if (alert === undefined) throw new Error('the alert just received is not there')
  return alert
}

/** How a draft changes a stored alert. */
interface AlertChange {
  readonly arrival: ReceptionContext
  /** The method of `StoredAlert` to call. */
  readonly by: 'receive' | 'takeOver' | 'closeFingerprint'
}
