import { visibleText } from '@opsgraph/draw'
import type { SubscriptionPreview } from '../../api/subscriptions.js'
import { Notice } from '../../ui/notice.js'

/** Warns of names that no service has: nothing is told of them, which would look as if all were well. */
export function UnknownNames({ unknown: { services, owners } }: Pick<SubscriptionPreview, 'unknown'>) {
  const unknown = [
    ...services.map((service) => `the service ${visibleText(service)}`),
    ...owners.map((owner) => `the owner ${visibleText(owner)}`),
  ]
  if (unknown.length === 0) return null
  return (
    <Notice tone="warning">
      {`Unknown now: ${unknown.join(', ')}. Nothing is told of unknown names. Compare the spelling.`}
    </Notice>
  )
}
