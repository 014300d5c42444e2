import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DeliveryAnswer, type KeptPayload, replayDelivery } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { Notice } from '../../ui/notice.js'
import { shownValue } from './value-at.js'
import styles from './webhook.module.css'

interface ReplayDialogProps {
  /** `undefined` = nothing is asked. */
  readonly kept: KeptPayload | undefined
  readonly onClose: () => void
}

/** Runs a kept payload again, after a question, and tells what came of it: even when the entry is dropped by that. */
export function ReplayDialog({ kept, onClose }: ReplayDialogProps) {
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: replayDelivery,
    // A replay that makes no alert is told in the histories as well.
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook', kept?.id], exact: true }),
  })
  const close = () => {
    onClose()
    replay.reset()
  }
  const actions =
    replay.isIdle || replay.isPending ? (
      <>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" isBusy={replay.isPending} onClick={() => kept && replay.mutate(kept)}>
          Create its alerts
        </Button>
      </>
    ) : (
      <Button onClick={close}>Done</Button>
    )
  return (
    <Dialog title="Replay this payload?" isOpen={kept !== undefined} onClose={close} actions={actions}>
      {replay.isIdle && (
        <p>
          It is run through the webhook as it is saved now, and its alerts are created as if it had just arrived, even
          if they were created before.
        </p>
      )}
      {replay.error && <Failure error={replay.error} what="No alert was created" />}
      {replay.data && <Answer answer={replay.data} />}
    </Dialog>
  )
}

function Answer({ answer: { alerts_created, alerts, errors = [] } }: { readonly answer: DeliveryAnswer }) {
  return (
    <>
      <Notice tone={errors.length === 0 ? 'good' : 'warning'}>
        {alerts_created === 1 ? '1 alert' : `${alerts_created} alerts`} created
        {errors.length > 0 && `, ${errors.length} rejected`}.
      </Notice>
      <ul className={styles.hints}>
        {alerts.slice(0, SHOWN).map(({ id, resource, event, severity }) => (
          <li key={id}>
            {severity}: {event} on {resource}
          </li>
        ))}
        {alerts.length > SHOWN && <li>and {alerts.length - SHOWN} more</li>}
      </ul>
      {errors.slice(0, SHOWN).map(({ error, alert_data }) => (
        <p key={`${error} ${shownValue(alert_data)}`} className={styles.quiet}>
          {error}: <code>{shownValue(alert_data)}</code>
        </p>
      ))}
    </>
  )
}

const SHOWN = 20
