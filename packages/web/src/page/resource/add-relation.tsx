import { LIMITS } from '@opsgraph/core/pure'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { putRelation } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { TextField } from '../../ui/field.js'
import styles from './resource.module.css'

interface AddRelationProps {
  /** The initial values of the form fields. */
  readonly environment?: string | undefined
  readonly resource?: string | undefined
}

/** A button that opens a form, which creates a relation of the source `manual`. */
export function AddRelation(props: AddRelationProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="plus" variant="primary" onClick={() => setOpen(true)}>
        Add relation
      </Button>
      {isOpen && <AddRelationDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddRelationDialog({ onClose, ...start }: AddRelationProps & { readonly onClose: () => void }) {
  const form = useId()
  const queries = useQueryClient()
  const [fields, setFields] = useState({
    resource: start.resource ?? '',
    parent: '',
    environment: start.environment ?? '',
    sourceRef: '',
  })
  const change = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }))
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => putRelation({ ...fields, source: 'manual', sourceRef: fields.sourceRef || null }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['relations'] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog
      isOpen
      title="Add a relation"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isBusy={isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <TextField
          label="Parent"
          value={fields.parent}
          required
          maxLength={LIMITS.name}
          hint="Hurt if the resource fails, such as the application that uses a database."
          onValueChange={(parent) => change({ parent })}
        />
        <TextField
          label="Resource"
          value={fields.resource}
          required
          maxLength={LIMITS.name}
          hint="The child, which the parent needs."
          onValueChange={(resource) => change({ resource })}
        />
        <TextField
          label="Environment"
          value={fields.environment}
          maxLength={LIMITS.name}
          hint="The environment of both. If empty: the empty environment."
          onValueChange={(environment) => change({ environment })}
        />
        <TextField
          label="sourceRef"
          value={fields.sourceRef}
          maxLength={LIMITS.name}
          hint="Where the information comes from, such as a ticket or a document. May be empty."
          onValueChange={(sourceRef) => change({ sourceRef })}
        />
        <p className={styles.muted}>
          The source of the relation is manual, the strongest: imports, alerts and topologies do not change it. If
          another source has stored the relation already, it becomes manual.
        </p>
        {error && <Failure error={error} what="The relation was not added" />}
      </form>
    </Dialog>
  )
}
