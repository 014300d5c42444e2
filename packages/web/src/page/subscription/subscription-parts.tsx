import type { Severity } from '@opsgraph/core'
import { visibleText } from '@opsgraph/draw'
import type { SubscriptionPreview } from '../../api/subscriptions.js'
import { ShownOnce } from '../../ui/dialog.js'
import { Notice } from '../../ui/message.js'
import { SeverityBadge } from '../../ui/severity.js'
import styles from './subscription.module.css'

/**
 * Warns that a subscription names services or owners that do not exist. It would send no messages about them, and it
 * would look as if all were well.
 */
export function UnknownNames({ unknown: { services, owners, otherOwner } }: Pick<SubscriptionPreview, 'unknown'>) {
  const unknown = [
    ...services.map((service) => `the service ${visibleText(service)}`),
    ...owners.map((owner) => `the owner ${visibleText(owner)}`),
  ]
  return (
    <>
      {unknown.length > 0 && (
        <Notice tone="warning">
          {`Unknown now: ${unknown.join(', ')}. No messages are sent about unknown names. Check the spelling.`}
        </Notice>
      )}
      {otherOwner.length > 0 && (
        <Notice tone="warning">
          {`No messages about ${otherOwner.map(visibleText).join(', ')}, because the owner is another one. Add the owner, or remove the service.`}
        </Notice>
      )}
    </>
  )
}

interface SecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the signing secret of a subscription. */
export function SecretDialog(props: SecretDialogProps) {
  return (
    <ShownOnce title="The signing secret" noun="secret" what="the signing secret" {...props}>
      <p>With this secret, the receiver can verify that a message comes from this server (Standard Webhooks).</p>
    </ShownOnce>
  )
}

interface StateStepProps {
  readonly from: Severity | null
  readonly to: Severity | null
  readonly acknowledged?: boolean
}

/** The state that a message reports, and the state that the message before it reported. */
export function StateStep({ from, to, acknowledged = false }: StateStepProps) {
  return (
    <span className={styles.step}>
      {to === null ? 'over' : <SeverityBadge severity={to} />}
      {acknowledged && 'acknowledged'}
      {from !== null && from !== to && `(before: ${from})`}
    </span>
  )
}
