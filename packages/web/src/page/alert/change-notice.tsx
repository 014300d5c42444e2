import { visibleText } from '@opsgraph/draw'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ChangedStatuses, undoStatuses } from '../../api/alerts.js'
import { Button } from '../../ui/button.js'
import { formatCount } from '../../ui/format.js'
import { Failure, Notice } from '../../ui/message.js'
import { useRefreshAlerts } from './status-dialog.js'

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
