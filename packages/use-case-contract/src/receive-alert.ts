import type { Alert, AlertInput, Caller, Opsgraph } from '@opsgraph/core'

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
