import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReplayAnswer, replayDelivery, type StoredPayload } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { formatCount } from '../../ui/format.js'
import { Failure, Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { formatValue } from './payload-text.js'
import styles from './webhook.module.css'

interface ReplayDialogProps {
  /** The payload to replay; `undefined` if the dialog is closed. */
  readonly stored: StoredPayload | undefined
  readonly onClose: () => void
}

/**
 * Replays a stored payload after the user has confirmed the replay, and shows the result. The replay adds a new entry
 * to the history. If the history is full, the replayed entry may be dropped; the result stays visible even then. The
 * dialog cannot be closed during the replay, so that the user sees the result.
 */
export function ReplayDialog({ stored, onClose }: ReplayDialogProps) {
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: replayDelivery,
    // A replay adds an entry to the histories even if it creates no alert.
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook', stored?.id], exact: true }),
  })
  const close = () => {
    onClose()
    replay.reset()
  }
  const actions =
    replay.isIdle || replay.isPending ? (
      <>
        <Button disabled={replay.isPending} onClick={close}>
          Cancel
        </Button>
        <Button variant="primary" isBusy={replay.isPending} onClick={() => stored && replay.mutate(stored)}>
          Create the alerts
        </Button>
      </>
    ) : (
      <Button onClick={close}>Done</Button>
    )
  return (
    <Dialog
      title="Replay this payload?"
      isOpen={stored !== undefined}
      onClose={replay.isPending ? undefined : close}
      actions={actions}
    >
      {replay.isIdle && (
        <p>
          The webhook processes the payload with its saved configuration. The alerts are created as if the payload had
          just arrived, even if they were created before.
        </p>
      )}
      {replay.error && <Failure error={replay.error} what="No alert was created" />}
      {replay.data && <Answer answer={replay.data} />}
    </Dialog>
  )
}

function Answer({ answer }: { readonly answer: ReplayAnswer }) {
  const { alerts_created, alerts_ignored = 0, alerts_outdated = 0, alerts, test, errors = [], explained = [] } = answer
  const warnings = explained.flatMap(({ element, warnings }) =>
    warnings.map((warning) => (element === '' ? warning : `${element}: ${warning}`)),
  )
  const tone = alerts_created === 0 ? 'plain' : 'good'
  return (
    <>
      <Notice tone={errors.length === 0 ? tone : 'warning'}>
        {formatCount(alerts_created, 'alert')} created
        {alerts_ignored > 0 && `, ${alerts_ignored} dropped by alert policies`}
        {alerts_outdated > 0 && `, ${alerts_outdated} outdated: a newer state is stored`}
        {errors.length > 0 && `, ${errors.length} rejected`}
        {test === true && ': the payload is a test'}.
      </Notice>
      <ul className={styles.hints}>
        {alerts.slice(0, MAX_LISTED).map(({ id, resource, event, severity }) => (
          <li key={id}>
            {severity}: {event} on {resource}
          </li>
        ))}
        {alerts.length > MAX_LISTED && <li>and {alerts.length - MAX_LISTED} more</li>}
      </ul>
      {[...new Set(warnings)].slice(0, MAX_LISTED).map((warning) => (
        <p key={warning} className={shared.quiet}>
          {warning}
        </p>
      ))}
      {errors.slice(0, MAX_LISTED).map(({ error, alert_data }) => (
        <p key={`${error} ${formatValue(alert_data)}`} className={shared.quiet}>
          {error}: <code>{formatValue(alert_data)}</code>
        </p>
      ))}
    </>
  )
}

const MAX_LISTED = 20
