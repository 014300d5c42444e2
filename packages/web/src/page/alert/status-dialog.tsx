import type { AlertStatus } from '@opsgraph/core'
import { visibleText } from '@opsgraph/draw'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ChangedStatuses, changeStatuses, explainedCountQuery, undoStatuses } from '../../api/alerts.js'
import { isForbidden } from '../../api/api-error.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { ConfirmDialog } from '../../ui/dialog.js'
import { SelectField, TextField } from '../../ui/field.js'
import { formatCount } from '../../ui/format.js'
import { Failure, Notice } from '../../ui/message.js'

interface StatusDialogProps {
  readonly title: string
  /** The ids of the alerts to change; `undefined` = the dialog is closed. */
  readonly ids: readonly string[] | undefined
  /** What the user should know before the change. */
  readonly note?: string | undefined
  readonly onClose: () => void
  readonly onChanged: (changed: ChangedStatuses) => void
}

const STATUSES: readonly { readonly value: AlertStatus; readonly label: string }[] = [
  { value: 'ack', label: 'ack: somebody works on it' },
  { value: 'assign', label: 'assign: given to somebody' },
  { value: 'shelved', label: 'shelved: hidden until later' },
  { value: 'closed', label: 'closed: it is over' },
  { value: 'open', label: 'open: nobody works on it yet' },
]

/** The durations of a status, in seconds, with their labels. */
const DURATIONS = [
  { value: '', label: 'until it is changed' },
  { value: '3600', label: '1 hour' },
  { value: '14400', label: '4 hours' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
] as const

interface Draft {
  readonly status: AlertStatus
  readonly duration: (typeof DURATIONS)[number]['value']
  readonly assignee: string
  readonly withExplained: boolean
  readonly text: string
}

const NEW_DRAFT: Draft = { status: 'ack', duration: '', assignee: '', withExplained: false, text: '' }

/** A dialog that changes the status of alerts. The server changes all of them or none. */
export function StatusDialog({ title, ids, note, onClose, onChanged }: StatusDialogProps) {
  const [draft, setDraft] = useState(NEW_DRAFT)
  const { status, duration, text, withExplained } = draft
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const mayEnd = status === 'ack' || status === 'shelved'
  const refresh = useRefreshAlerts()
  const confirm = async () => {
    const timeout = mayEnd && duration !== '' ? Number(duration) : undefined
    const assignee = status === 'assign' && draft.assignee !== '' ? draft.assignee : undefined
    onChanged(await changeStatuses(ids ?? [], { status, text, timeout, assignee, withExplained }))
    void refresh()
  }
  const close = () => {
    setDraft(NEW_DRAFT)
    onClose()
  }
  return (
    <ConfirmDialog
      title={title}
      action="Change"
      variant="primary"
      failed="No alert was changed"
      isOpen={ids !== undefined}
      onClose={close}
      onConfirm={confirm}
    >
      {note !== undefined && <Notice tone="warning">{note}</Notice>}
      <SelectField
        label="Status"
        options={STATUSES}
        value={status}
        onValueChange={(next) => change({ status: next })}
      />
      {mayEnd && (
        <SelectField
          label="For"
          value={duration}
          options={DURATIONS}
          onValueChange={(next) => change({ duration: next })}
          hint={duration === '' ? undefined : 'Then the status is open again.'}
        />
      )}
      {status === 'assign' && (
        <TextField
          label="Assignee"
          hint="Without a name: you"
          value={draft.assignee}
          onValueChange={(next) => change({ assignee: next })}
        />
      )}
      {ids !== undefined && (
        <WithExplained ids={ids} checked={withExplained} onCheckedChange={(next) => change({ withExplained: next })} />
      )}
      <TextField label="Text for the history" value={text} onValueChange={(next) => change({ text: next })} />
    </ConfirmDialog>
  )
}

/**
 * If more alerts than this are chosen, the alerts that they explain are not counted before the change, because that
 * could take seconds.
 */
const MAX_COUNTED_ALERTS = 100

interface WithExplainedProps {
  readonly ids: readonly string[]
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/**
 * Asks whether the alerts that the chosen alerts explain get the status too. The checkbox is shown even before these
 * alerts are counted, so that nothing moves under the pointer.
 */
function WithExplained({ ids, ...box }: WithExplainedProps) {
  const isCounted = ids.length <= MAX_COUNTED_ALERTS
  const { data: count, error } = useQuery({ ...explainedCountQuery(ids), enabled: isCounted })
  // A key that may not read which alerts are explained can still change the chosen alerts.
  if (error && isForbidden(error)) return null
  if (error) return <Notice tone="warning">The explained alerts cannot be changed too: {error.message}.</Notice>
  const explained = ids.length === 1 ? 'it explains' : 'they explain'
  const label = count === undefined ? `Also what ${explained}` : `Also the ${formatCount(count, 'alert')} ${explained}`
  return <Checkbox label={label} disabled={isCounted && !count} {...box} />
}

/** The first elements of the keys of all queries whose answers contain statuses of alerts, or depend on them. */
const STATUS_QUERIES = ['alert-list', 'alert', 'impact', 'current-alerts', 'topologies', 'topology']

/** Returns a function that requests all shown data about alerts again. Call it after statuses have changed. */
function useRefreshAlerts(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(STATUS_QUERIES.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}

/** The milliseconds for which a change can be undone. */
const UNDO_PERIOD = 10_000

/**
 * Says for ten seconds that a change is done, and lets the user undo it. The caller must give it a new `key` for each
 * change.
 */
export function ChangeNotice({ changed }: { readonly changed: ChangedStatuses }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), UNDO_PERIOD)
    return () => clearTimeout(timer)
  }, [])
  const refresh = useRefreshAlerts()
  const undoing = useMutation({
    mutationFn: async () => await undoStatuses(changed),
    onSuccess: () => void refresh(),
  })
  const { count, status, assignee } = changed
  if (undoing.data !== undefined) return <Undone count={undoing.data} others={count - undoing.data} />
  const undo = (
    <Button isBusy={undoing.isPending} onClick={() => undoing.mutate()}>
      Undo
    </Button>
  )
  if (isOver && undoing.isIdle) return null
  return (
    <>
      <Notice tone="good" actions={count > 0 && undo}>
        The status of {formatCount(count, 'alert')} was changed to {status}.
        {assignee !== null && ` ${visibleText(assignee)} has ${count === 1 ? 'it' : 'them'}.`}
      </Notice>
      {undoing.error && <Failure error={undoing.error} what="The change was not undone" />}
    </>
  )
}

function Undone({ count, others }: { readonly count: number; readonly others: number }) {
  return (
    <Notice tone={others === 0 ? 'good' : 'warning'}>
      {formatCount(count, 'alert')} {count === 1 ? 'has its' : 'have their'} earlier status again.
      {others > 0 && ` ${formatCount(others, 'alert')} did not change: the status has changed again meanwhile.`}
    </Notice>
  )
}
