import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addNote, alertQuery } from '../../api/alerts.js'
import { faultAt, faultsOf } from '../../api/faults.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { TextArea } from '../../ui/text-area.js'
import styles from './alert.module.css'

/** Adds a note to the history of an alert. */
export function NoteForm({ id }: { readonly id: string }) {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const adding = useMutation({
    mutationFn: async () => await addNote(id, text),
    onSuccess: (alert) => {
      queries.setQueryData(alertQuery(id).queryKey, alert)
      setText('')
    },
  })
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault()
        adding.mutate()
      }}
    >
      <TextArea
        label="Note"
        rows={2}
        value={text}
        onValueChange={setText}
        error={faultAt(faultsOf(adding.error), 'text')}
      />
      {adding.error && <Failure error={adding.error} what="The note was not added" />}
      <Button type="submit" isBusy={adding.isPending}>
        Add the note
      </Button>
    </form>
  )
}
