import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TopologySummary } from '../../api/schemas.js'
import { topologyOfIdQuery } from '../../api/topologies.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/text-field.js'
import styles from './topology-field.module.css'
import { topologyName } from './topology-name.js'
import { TopologyPicker } from './topology-picker.js'

interface TopologyFieldProps {
  /** `null` = every topology: a global policy. */
  readonly id: string | null
  readonly error: string | undefined
  readonly onChange: (id: string | null) => void
}

/** The topology that a policy belongs to, by its name; one that is gone meanwhile stays until another is chosen. */
export function TopologyField({ id, error, onChange }: TopologyFieldProps) {
  const queries = useQueryClient()
  const [isPicking, setPicking] = useState(false)
  const { data, error: trouble } = useQuery({ ...topologyOfIdQuery(id ?? ''), enabled: id !== null })
  const name = data ? topologyName(data) : (id ?? '')
  const hint = trouble === null ? HINT : `The name could not be read: ${trouble.message}`
  const pick = (topology: TopologySummary | null) => {
    // It was just read: its name need not be asked for.
    if (topology !== null) queries.setQueryData(topologyOfIdQuery(topology.id).queryKey, topology)
    onChange(topology?.id ?? null)
  }
  return (
    <div className={styles.field}>
      <TextField
        label="Topology"
        readOnly
        value={id === null ? 'Every topology' : name}
        hint={hint}
        error={id !== null && data === null ? GONE : error}
        onValueChange={() => undefined}
      />
      <Button className={styles.choose} onClick={() => setPicking(true)}>
        Choose a topology
      </Button>
      {isPicking && <TopologyPicker chosen={id} onPick={pick} onClose={() => setPicking(false)} />}
    </div>
  )
}

const HINT = 'What it belongs to, and is exported with. It acts on every alert that matches all the same.'
const GONE = 'There is no topology with this id any more: choose another, or every topology'
