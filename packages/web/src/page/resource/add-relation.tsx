import { LIMITS } from '@opsgraph/core/pure'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { putRelation } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { useDraft } from '../../ui/use-draft.js'
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
  const queries = useQueryClient()
  const { resource = '', environment = '' } = start
  const { draft, field } = useDraft(() => ({ resource, parent: '', environment, sourceRef: '' }))
  const adding = useMutation({
    mutationFn: () => putRelation({ ...draft, source: 'manual', sourceRef: draft.sourceRef || null }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['relations'] })
      onClose()
    },
  })
  const name = (path: keyof typeof draft) => ({ ...field(path), maxLength: LIMITS.name })
  return (
    <FormDialog
      title="Add a relation"
      action="Add"
      sending={adding}
      failed="The relation was not added"
      onClose={onClose}
    >
      <TextField
        label="Parent"
        required
        hint="The parent is what is hurt when the resource fails, such as the application that uses a database."
        {...name('parent')}
      />
      <TextField label="Resource" required hint="The child, such as the database." {...name('resource')} />
      <TextField
        label="Environment"
        hint="The environment of both. If empty: the empty environment."
        {...name('environment')}
      />
      <TextField
        label="sourceRef"
        hint="Where the information comes from, such as a ticket or a document. May be empty."
        {...name('sourceRef')}
      />
      <p className={styles.muted}>
        The source of the relation is manual, the strongest: imports, alerts and topologies do not change it. If another
        source has stored the relation already, it becomes manual.
      </p>
    </FormDialog>
  )
}
