import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Fault } from '../api/faults.js'
import { Button } from './button.js'
import { SentForm } from './form-faults.js'
import { LeaveGuard, useLeaveWhen } from './leave-guard.js'
import { Failure } from './message.js'
import styles from './saved-form.module.css'
import shared from './shared.module.css'

interface SavedFormProps {
  /** The text of the submit button. */
  readonly action: 'Create' | 'Save'
  readonly canSave?: boolean
  /** Sends the content of the form to the server, which validates it. */
  readonly save: () => Promise<void>
  /** The key of the queries that are outdated after a save. */
  readonly queryKey: readonly string[]
  /** The address of the list, which opens after a save. */
  readonly list: string
  readonly isUnsaved: boolean
  /** Faults that the form has found itself. */
  readonly faults: readonly Fault[]
  /** A panel beside the form. */
  readonly aside: ReactNode
  /** Whether the panel needs about as much room as the form. */
  readonly isAsideWide?: boolean
  readonly children: ReactNode
}

/**
 * The frame of a form that saves an object, such as a policy or a maintenance window. It shows faults, asks before
 * unsaved changes are lost, and opens the list after a save.
 */
export function SavedForm(props: SavedFormProps) {
  const { action, canSave = true, save, queryKey, list, isUnsaved, faults, aside, isAsideWide, children } = props
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useMutation({
    mutationFn: async () => await save(),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
  const { error, isPending, isSuccess } = saving
  useLeaveWhen(isSuccess, list)
  return (
    <div className={isAsideWide ? styles.halves : styles.split}>
      <SentForm className={shared.form} sending={saving} faults={faults}>
        {error && <Failure error={error} what="Nothing was saved" />}
        {children}
        <div className={shared.bar}>
          <Button type="submit" variant="primary" isBusy={isPending} disabled={!canSave}>
            {action}
          </Button>
          <Button onClick={() => navigate(list)}>Cancel</Button>
        </div>
      </SentForm>
      {aside}
      <LeaveGuard isUnsaved={isUnsaved && !isSuccess} />
    </div>
  )
}
