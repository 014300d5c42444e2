import { LIMITS } from '@opsgraph/core/pure'
import { useState } from 'react'
import { buildBody, createDraft } from '../../api/noun-draft.js'
import { RELATION } from '../../api/nouns.js'
import { putRelation } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { FormDialog } from '../../ui/dialog.js'
import { TextField } from '../../ui/field.js'
import shared from '../../ui/shared.module.css'
import { useDraft } from '../../ui/use-draft.js'

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
  const { field, body } = useDraft(
    () => createDraft(RELATION, { ...start, source: 'manual' }),
    (draft) => buildBody(RELATION, draft),
  )
  const name = (path: Parameters<typeof field>[0]) => ({ ...field(path), maxLength: LIMITS.name })
  return (
    <FormDialog
      title="Add a relation"
      action="Add"
      send={() => putRelation(body)}
      queryKey={['relations']}
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
      <p className={shared.muted}>
        The source of the relation is manual, the strongest: imports, alerts and topologies do not change it. If another
        source has stored the relation already, it becomes manual.
      </p>
    </FormDialog>
  )
}
