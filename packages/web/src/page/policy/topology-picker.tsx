import { useState } from 'react'
import type { TopologySummary } from '../../api/schemas.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icon.js'
import { Loading } from '../../ui/loading.js'
import { Pager } from '../../ui/pager.js'
import { TextField } from '../../ui/text-field.js'
import { topologyName } from './topology-name.js'
import styles from './topology-picker.module.css'
import { useTopologyChoices } from './use-topology-choices.js'

interface TopologyPickerProps {
  readonly chosen: string | null
  readonly onPick: (topology: TopologySummary | null) => void
  readonly onClose: () => void
}

/** A dialog in which the user chooses a stored topology, or none. */
export function TopologyPicker({ chosen, onPick, onClose }: TopologyPickerProps) {
  const [searchText, setSearchText] = useState('')
  const [page, setPage] = useState(1)
  const { found, isAll, error, refetch } = useTopologyChoices(searchText, page)
  const changeSearch = (text: string) => {
    setSearchText(text)
    setPage(1)
  }
  const pick = (topology: TopologySummary | null) => {
    onPick(topology)
    onClose()
  }
  const choice = (id: string | null) => ({
    type: 'button' as const,
    'aria-current': id === chosen,
    className: styles.row,
  })
  return (
    <Dialog title="Which topology does it belong to?" isOpen onClose={onClose}>
      <button {...choice(null)} onClick={() => pick(null)}>
        <Icon name="policy" />
        <span className={styles.name}>Every topology: a global policy</span>
        {chosen === null && <Icon name="check" />}
      </button>
      <TextField
        label="Find a topology"
        type="search"
        hint={isAll ? 'A part of its name or service' : 'The exact name or service; upper and lower case differ'}
        value={searchText}
        onValueChange={changeSearch}
      />
      {error && <Failure error={error} what="The topologies cannot be shown" onRetry={refetch} />}
      {found === undefined && !error && <Loading what="the topologies" />}
      {found !== undefined && (
        <>
          <p role="status" className={styles.total}>
            {totalText(found.total, searchText)}
          </p>
          <ul className={styles.list}>
            {found.topologies.map((topology) => (
              <li key={topology.id}>
                <button {...choice(topology.id)} onClick={() => pick(topology)}>
                  <Icon name="topology" />
                  <span className={styles.name}>{topologyName(topology)}</span>
                  {topology.id === chosen && <Icon name="check" />}
                </button>
              </li>
            ))}
          </ul>
          <Pager {...found} onPage={setPage} />
        </>
      )}
    </Dialog>
  )
}

function totalText(total: number, searchText: string): string {
  if (total === 0) return searchText.trim() === '' ? 'There are no topologies yet.' : 'No topology matches.'
  return total === 1 ? '1 topology' : `${total.toLocaleString()} topologies`
}
