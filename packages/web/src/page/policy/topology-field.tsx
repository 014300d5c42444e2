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
  /** The id of the chosen topology; `null` for a global policy, which belongs to no topology. */
  readonly id: string | null
  readonly error: string | undefined
  readonly onChange: (id: string | null) => void
}

/**
 * Shows the topology of a policy by its name, and lets the user choose another one. A deleted topology stays chosen
 * until the user chooses another one.
 */
export function TopologyField({ id, error, onChange }: TopologyFieldProps) {
  const queries = useQueryClient()
  const [isPicking, setPicking] = useState(false)
  const { data, error: trouble } = useQuery({ ...topologyOfIdQuery(id ?? ''), enabled: id !== null })
  const name = data ? topologyName(data) : (id ?? '')
  const hint = trouble === null ? HINT : `The name could not be read: ${trouble.message}`
  const pick = (topology: TopologySummary | null) => {
    // Put the chosen topology into the cache, so that its name need not be requested again.
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

const HINT = 'The policy is exported with this topology. It still applies to every alert that matches.'
const GONE = 'There is no topology with this id any more: choose another, or every topology'
