import type { Orientation } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { createTopology } from '../../api/editor.js'
import { faultsOf } from '../../api/faults.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { SelectField, TextArea, TextField } from '../../ui/field.js'
import { FormFaults } from '../../ui/form-faults.js'
import { Page } from '../../ui/page.js'
import styles from './new-topology.module.css'

const ORIENTATION_NAMES: Readonly<Record<Orientation, string>> = {
  TB: 'Top down (TB)',
  LR: 'Left to right (LR)',
  CI: 'Circles (CI)',
}

/**
 * The page that creates the topology of a service. The new topology has only a service node, and the page then opens
 * the topology in the editor.
 */
export function NewTopology() {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [service, setService] = useState('')
  const [orientation, setOrientation] = useState<Orientation>('TB')
  const creating = useMutation({
    mutationFn: createTopology,
    onSuccess: ({ id }) => navigate(`/topologies/${encodeURIComponent(id)}/edit`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creating.mutate({ name, description, service, orientation })
  }
  return (
    <Page title="New topology">
      <FormFaults faults={faultsOf(creating.error)}>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label="Service"
            hint="The service that alerts name. A service has one topology. You cannot change the service later."
            value={service}
            path="service"
            onValueChange={setService}
          />
          <TextField label="Name" value={name} path="name" onValueChange={setName} />
          <TextArea label="Description" value={description} path="description" onValueChange={setDescription} />
          <SelectField
            label="Orientation"
            value={orientation}
            options={ORIENTATIONS.map((value) => ({ value, label: ORIENTATION_NAMES[value] }))}
            path="orientation"
            onValueChange={setOrientation}
          />
          {creating.error && <Failure error={creating.error} what="Not created" />}
          <div>
            <Button type="submit" variant="primary" isBusy={creating.isPending}>
              Create and edit
            </Button>
          </div>
        </form>
      </FormFaults>
    </Page>
  )
}
