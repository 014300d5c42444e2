import type { Alert, AlertInput, Caller, Opsgraph, Store } from '@opsgraph/core'

/** Receives an alert that no alert policy drops, and that is not outdated. */
export async function receiveAlert(
  opsgraph: Pick<Opsgraph, 'receiveAlert'>,
  caller: Caller,
  alert: AlertInput,
): Promise<Alert> {
  const received = await opsgraph.receiveAlert(caller, alert)
  if ('droppedBy' in received) throw new Error(`the alert was dropped by ${received.droppedBy}`)
  if ('outdated' in received) throw new Error('the alert is outdated')
  return received
}

/**
 * Stores copies of alerts, each under further names of its event. This takes a fraction of the time of receiving them.
 */
export async function storeCopies(store: Store, alerts: readonly Alert[], copiesOfEach: number): Promise<void> {
  const copies = Array.from({ length: copiesOfEach }, (_, at) =>
    alerts.map((alert) => ({ ...alert, id: crypto.randomUUID(), event: `${alert.event} ${at}` })),
  )
  await store.transaction((parts) => parts.alerts.save(copies.flat()))
}
