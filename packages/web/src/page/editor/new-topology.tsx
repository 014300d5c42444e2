import { ORIENTATIONS } from '@opsgraph/core/pure'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { buildBody, createDraft } from '../../api/noun-draft.js'
import { TOPOLOGY } from '../../api/nouns.js'
import { createTopology } from '../../api/topologies.js'
import { Button } from '../../ui/button.js'
import { SelectField, TextArea, TextField } from '../../ui/field.js'
import { SentForm } from '../../ui/form-faults.js'
import { Failure } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import { ORIENTATION_NAMES } from '../../ui/segments.js'
import { useDraft } from '../../ui/use-draft.js'
import styles from './editor.module.css'

const OPTIONS = ORIENTATIONS.map((value) => ({ value, label: `${ORIENTATION_NAMES[value]} (${value})` }))

/**
 * The page that creates the topology of a service. The new topology has only a service node, and the page then opens
 * the topology in the editor.
 */
export function NewTopology() {
  const navigate = useNavigate()
  const { field, body } = useDraft(
    () => createDraft(TOPOLOGY),
    (draft) => buildBody(TOPOLOGY, draft),
  )
  const creating = useMutation({
    mutationFn: () => createTopology(body),
    onSuccess: ({ id }) => navigate(buildPath('topologies', id, 'edit')),
  })
  return (
    <Page title="New topology">
      <SentForm className={styles.new} sending={creating} noValidate>
        <TextField
          label="Service"
          hint="The service that alerts name. A service has one topology. You cannot change the service later."
          {...field('service')}
        />
        <TextField label="Name" {...field('name')} />
        <TextArea label="Description" {...field('description')} />
        <SelectField label="Orientation" options={OPTIONS} {...field('orientation')} />
        {creating.error && <Failure error={creating.error} what="Not created" />}
        <div>
          <Button type="submit" variant="primary" isBusy={creating.isPending}>
            Create and edit
          </Button>
        </div>
      </SentForm>
    </Page>
  )
}
