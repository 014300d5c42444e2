import type { ServiceImpact } from '../../impact/service-impact.js'
import type { StoreTransaction } from '../../port/store.js'
import { alertState, concernsService, STATE_OVER, serviceState } from '../../subscription/concerns.js'
import type { ObjectDetails, ReportedCause } from '../../subscription/notice.js'
import { endPause, type Observation, OVER_RANK, type OwedKey, type OwedRow } from '../../subscription/owed.js'
import { type KeyedObservation, type OwedRowPlan, owedKeyText, planOwedRows } from '../../subscription/plan-owing.js'
import { noProgress, type SubscriptionProgress } from '../../subscription/progress.js'
import {
  type ExpiredAlert,
  remainderOfAlert,
  remaindersOfExpired,
  remaindersOfService,
} from '../../subscription/remains.js'
import { SUBSCRIPTION_KINDS } from '../../subscription/subscription.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { findExpiredAlerts } from './expired-alerts.js'
import type { SubscriptionLook } from './look-for-subscriptions.js'
import { ALERT_SUBSCRIPTION_KINDS, type AlertSubscriptionKind } from './single-alerts.js'
import type { LastObservedAlerts } from './subscription-watch.js'
import type { SubscriptionAlert } from './told-alerts.js'

/** The row of an alert is deleted this many milliseconds after the alert's end was delivered: seven days. */
const DELETE_AFTER_MILLISECONDS = 7 * 86_400_000

/** A look, if no newer look was stored before it, and the progress of the subscriptions. */
export interface NewestLook extends SubscriptionLook {
  readonly progress: ReadonlyMap<string, SubscriptionProgress>
}

/**
 * Takes the lock of all rows, inside a transaction. Returns `undefined` if another server has written a look meanwhile,
 * because that look may be newer.
 *
 * @param isNewest returns whether no other server has stored a transition since the look began
 */
export async function lockLook(
  parts: StoreTransaction,
  look: SubscriptionLook,
  isNewest: () => Promise<boolean>,
): Promise<NewestLook | undefined> {
  // Row locks would not suffice: two transactions could add the same row.
  await parts.lock('subscriptions')
  const { compared, singles } = look
  const progress = compared.size + singles.size === 0 ? new Map() : await parts.subscriptions.progress()
  for (const [id, { looked }] of singles) if ((progress.get(id)?.looked ?? null) !== looked) return undefined
  return compared.size === 0 || (await isNewest()) ? { ...look, progress } : undefined
}

/**
 * Writes the messages that subscriptions owe after a look, inside the transaction of {@link lockLook}
 * (rules.md#deliveries-of-subscriptions-1). The number of statements does not depend on the number of subscriptions,
 * services and alerts.
 *
 * @param newId the id of the look
 * @returns what the process caches for its next look
 */
export async function writeOwed(
  parts: StoreTransaction,
  look: NewestLook,
  newId: string,
): Promise<ReadonlyMap<string, LastObservedAlerts>> {
  const { subscriptions } = parts
  const now = timestamp(new Date(look.time))
  const rows = (await readRows(parts, look)).map((row) =>
    isChanged(look, row.subscription) ? { ...row, owed: endPause(row.owed, now) } : row,
  )
  const tellingOf = (id: string) => (look.watched.get(id) as Watched).subscription
  const ended = await findExpiredAlerts(parts, findEndedIds(look, rows))
  const plan = await runWithPauses(planOwedRows(listObservations({ ...look, ended }, rows), rows, tellingOf, now))
  const forget = [...plan.forget, ...findDeliveredEnds(look, rows, plan)]
  if (plan.save.length > 0) await subscriptions.saveOwed(plan.save)
  if (forget.length > 0) await subscriptions.forget(forget)
  return await saveProgress(parts, look, { ...plan, forget, newId })
}

/** A look, with the single alerts that have ended by expiring, by id. */
interface EndedLook extends NewestLook {
  readonly ended: ReadonlyMap<string, ExpiredAlert>
}

/** Returns the ids of the alerts that are no longer active, and whose end a subscription has not told. */
function findEndedIds({ alerts }: NewestLook, rows: readonly OwedRow[]): readonly string[] {
  const isUntold = ({ due, owed }: OwedRow) => due !== null || owed.newest.state.severity !== null
  return [
    ...new Set(
      rows.flatMap((row) => (row.kind !== 'impact' && !alerts.has(row.object) && isUntold(row) ? row.object : [])),
    ),
  ]
}

/** Whether a subscription was changed. Then it may have another address, so pauses after failed tries end. */
function isChanged({ compared, progress }: NewestLook, id: string): boolean {
  const [before] = progress.get(id)?.compared?.split(' ') ?? []
  return compared.has(id) && compared.get(id)?.split(' ')[0] !== before
}

type Watched = NonNullable<ReturnType<SubscriptionLook['watched']['get']>>
type Subscription = Watched['subscription']

/** Reads the stored rows of all objects that may have changed, of enabled subscriptions, each once. */
async function readRows({ subscriptions }: StoreTransaction, look: SubscriptionLook): Promise<readonly OwedRow[]> {
  const { changed, compared, singles, watched, time } = look
  const unknown = [...singles].filter(([, seen]) => seen.changed === undefined)
  const subscriptionsComparedNow = unknown.flatMap(([id, { comparedAt }]) => (comparedAt === time ? id : []))
  // Another server has written since the last look. Rows that were over for that server, and are over now, stay as they
  // are.
  const others = unknown.flatMap(([id, { comparedAt }]) => (comparedAt === time ? [] : id))
  const alertKeys = [...watched.keys()].flatMap((id) => alertKeysOf(look, id))
  const objectsOf = (kind: AlertSubscriptionKind) => alertKeys.flatMap((key) => (key.kind === kind ? key.object : []))
  const objects = { impact: changed, alert: objectsOf('alert'), unreached: objectsOf('unreached') }
  const found: (readonly OwedRow[])[] = []
  for (const kind of SUBSCRIPTION_KINDS) {
    if (objects[kind].length > 0) found.push(await subscriptions.owedOf(kind, objects[kind]))
  }
  if (compared.size > 0) found.push(await subscriptions.owedByEach([...compared.keys()]))
  if (subscriptionsComparedNow.length > 0)
    found.push(await subscriptions.owedByEach(subscriptionsComparedNow, { kinds: ALERT_SUBSCRIPTION_KINDS }))
  if (others.length > 0) {
    found.push(await subscriptions.owedByEach(others, { kinds: ALERT_SUBSCRIPTION_KINDS, below: OVER_RANK }))
  }
  const rows = new Map(found.flat().map((row) => [owedKeyText(row), row]))
  return [...rows.values()].filter(({ subscription }) => watched.has(subscription))
}

function* listObservations(look: EndedLook, rows: readonly OwedRow[]): Iterable<KeyedObservation> {
  for (const key of listOwedKeys(look, rows)) yield { key, seen: observe(look, key) }
}

/** Returns the keys of the stored rows, and of all objects about which there may be a message, each once. */
function listOwedKeys(look: SubscriptionLook, rows: readonly OwedRow[]): readonly OwedKey[] {
  const observedKeys = [...look.watched.keys()].flatMap((id) => [...serviceKeysOf(look, id), ...alertKeysOf(look, id)])
  const keys = new Map<string, OwedKey>()
  for (const { subscription, kind, object } of [...rows, ...observedKeys]) {
    const key = { subscription, kind, object }
    keys.set(owedKeyText(key), key)
  }
  return [...keys.values()]
}

/** Returns the services about which a subscription may owe a message. */
function serviceKeysOf(look: SubscriptionLook, subscription: string): readonly OwedKey[] {
  const services = look.compared.has(subscription) ? [...look.causes.keys()] : look.changed
  const concerned = services.filter((object) => selectsService(look, subscription, object))
  return concerned.map((object) => ({ subscription, kind: 'impact', object }))
}

/** Returns the single alerts about which a subscription may owe a message. */
function alertKeysOf({ singles }: SubscriptionLook, subscription: string): readonly OwedKey[] {
  const seen = singles.get(subscription)
  if (seen === undefined) return []
  return ALERT_SUBSCRIPTION_KINDS.flatMap((kind) =>
    [...(seen.changed?.[kind] ?? seen.states[kind].keys())].map((object) => ({ subscription, kind, object })),
  )
}

function selectsService({ watched, services }: SubscriptionLook, id: string, object: string): boolean {
  const [subscription, service] = [watched.get(id)?.subscription, services.get(object)]
  if (subscription === undefined || service === undefined) return false
  return subscription.kinds.includes('impact') && concernsService(subscription, service)
}

function observe(look: EndedLook, key: OwedKey): Observation | undefined {
  const { subscription } = look.watched.get(key.subscription) as Watched
  const { kind } = key
  return kind === 'impact'
    ? observeService(look, key, subscription)
    : observeAlert(look, { ...key, kind }, subscription)
}

function observeService(
  look: SubscriptionLook,
  { object }: OwedKey,
  { id, minSeverity }: Subscription,
): Observation | undefined {
  const service = selectsService(look, id, object) ? look.services.get(object) : undefined
  if (service === undefined) return undefined
  const [hurt, causes] = [look.states.get(object), look.causes.get(object) ?? []]
  const state = hurt === undefined ? STATE_OVER : serviceState(hurt, causes, minSeverity)
  const lost = look.lost.get(object) ?? []
  const expired = look.expired.get(object) ?? []
  const over = { state: hurt, lost, expired, minSeverity }
  const remains = state.severity === null ? remaindersOfService(service, over) : []
  return { state, details: { ...detailsOfService(service, causes), ...(remains.length > 0 && { remains }) } }
}

interface OwedAlertKey extends OwedKey {
  readonly kind: AlertSubscriptionKind
}

function observeAlert(
  look: EndedLook,
  key: OwedAlertKey,
  { minSeverity, kinds }: Subscription,
): Observation | undefined {
  if (!kinds.includes(key.kind)) return undefined
  const alert = look.alerts.get(key.object)
  if (alert === undefined) return observeExpiredAlert(look.ended.get(key.object))
  const details = detailsOfAlert(alert)
  const isTold = look.singles.get(key.subscription)?.states[key.kind].has(key.object)
  if (isTold) return { state: alertState({ id: key.object, ...alert }, minSeverity), details }
  const remainder = remainderOfAlert(alert, minSeverity, reasonForEnd(look, key, alert))
  return { state: STATE_OVER, details: { ...details, remains: [remainder] } }
}

function observeExpiredAlert(alert: ExpiredAlert | undefined): Observation | undefined {
  return alert && { state: STATE_OVER, details: { ...detailsOfAlert(alert), remains: remaindersOfExpired([alert]) } }
}

/** Returns why an alert is over for a subscription although it is open or acknowledged, and severe enough. */
function reasonForEnd(
  { singles }: SubscriptionLook,
  { subscription, kind, object }: OwedAlertKey,
  alert: SubscriptionAlert,
) {
  if (kind === 'alert') return alert.matched.has(subscription) ? 'unreached' : 'notSelected'
  return singles.get(subscription)?.states.alert.has(object) ? 'notSelected' : 'reached'
}

function detailsOfService(service: ServiceImpact, causes: readonly ReportedCause[]): ObjectDetails {
  const { name, redundancy, owner, runbook, worst } = service
  const environment = causes[0]?.environment ?? worst?.environment ?? ''
  return { title: name, text: '', environment, redundancy, owner, runbook }
}

function detailsOfAlert({
  event,
  resource,
  text,
  environment,
}: Pick<SubscriptionAlert, 'event' | 'resource' | 'text' | 'environment'>): ObjectDetails {
  return { title: `${event} on ${resource}`, text, environment, redundancy: [], owner: '', runbook: '' }
}

/**
 * Returns the rows of alerts that ended long ago, among the rows that were read. An end that could not be delivered
 * stays owed, unless no message about the alert was ever delivered.
 */
function findDeliveredEnds(
  look: SubscriptionLook,
  rows: readonly OwedRow[],
  { save }: OwedRowPlan,
): readonly OwedKey[] {
  const before = timestamp(new Date(look.time - DELETE_AFTER_MILLISECONDS))
  const saved = new Set(save.map(owedKeyText))
  return rows.filter(({ kind, due, claimedUntil, owed, ...key }) => {
    if (kind === 'impact' || owed.newest.state.severity !== null || saved.has(owedKeyText({ kind, ...key })))
      return false
    if (due === null) return (owed.deliveredTime ?? owed.newest.time) < before
    const isTried = claimedUntil !== null && claimedUntil > timestamp(new Date(look.time))
    return !isTried && (owed.delivered ?? STATE_OVER).severity === null && owed.newest.time < before
  })
}

interface WrittenPlan extends OwedRowPlan {
  readonly newId: string
}

/** Stores which subscriptions were compared, and the id of the look if it has changed rows about single alerts. */
async function saveProgress(
  { subscriptions }: StoreTransaction,
  { compared, singles, progress }: NewestLook,
  { save, forget, newId }: WrittenPlan,
): Promise<ReadonlyMap<string, LastObservedAlerts>> {
  const written = new Set(
    [...save, ...forget].flatMap(({ kind, subscription }) => (kind === 'impact' ? [] : subscription)),
  )
  const lastSeenById = new Map<string, LastObservedAlerts>()
  const next = [...new Set([...compared.keys(), ...singles.keys()])].map((id) => {
    const before = progress.get(id) ?? noProgress(id)
    const own = singles.get(id)
    const looked = own !== undefined && (written.has(id) || before.looked === null) ? newId : before.looked
    if (own !== undefined) lastSeenById.set(id, { ...own, looked: looked ?? newId })
    return { before, after: { ...before, compared: compared.get(id) ?? before.compared, looked } }
  })
  const changed = next.filter(
    ({ before, after }) => before.compared !== after.compared || before.looked !== after.looked,
  )
  if (changed.length > 0) await subscriptions.saveProgress(changed.map(({ after }) => after))
  return lastSeenById
}
