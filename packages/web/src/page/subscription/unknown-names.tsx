import { visibleText } from '@opsgraph/draw'
import type { SubscriptionPreview } from '../../api/subscriptions.js'
import { Notice } from '../../ui/notice.js'

/** Warns of names of which nothing is told, which would look as if all were well. */
export function UnknownNames({ unknown: { services, owners, otherOwner } }: Pick<SubscriptionPreview, 'unknown'>) {
  const unknown = [
    ...services.map((service) => `the service ${visibleText(service)}`),
    ...owners.map((owner) => `the owner ${visibleText(owner)}`),
  ]
  return (
    <>
      {unknown.length > 0 && (
        <Notice tone="warning">
          {`Unknown now: ${unknown.join(', ')}. Nothing is told of unknown names. Compare the spelling.`}
        </Notice>
      )}
      {otherOwner.length > 0 && (
        <Notice tone="warning">
          {`Not told, because of another owner: ${otherOwner.map(visibleText).join(', ')}. Add the owner, or remove the service.`}
        </Notice>
      )}
    </>
  )
}
