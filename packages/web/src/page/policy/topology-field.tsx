import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TopologySummary } from '../../api/schemas.js'
import { topologiesNamedQuery, topologiesQuery, topologyOfIdQuery } from '../../api/topologies.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { TextField } from '../../ui/field.js'
import { formatCount } from '../../ui/format.js'
import { Icon } from '../../ui/icon.js'
import { Pager } from '../../ui/loaded.js'
import { Failure, Loading } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import styles from './topology-field.module.css'

interface TopologyFieldProps {
  /** The id of the chosen topology; `null` for a global policy, which belongs to no topology. */
  readonly id: string | null
  readonly onChange: (id: string | null) => void
}

/**
 * Shows the topology of a policy by its name, and lets the user choose another one. A deleted topology stays chosen
 * until the user chooses another one.
 */
export function TopologyField({ id, onChange }: TopologyFieldProps) {
  const queries = useQueryClient()
  const [isPicking, setPicking] = useState(false)
  const { data, error: nameError } = useQuery({ ...topologyOfIdQuery(id ?? ''), enabled: id !== null })
  const name = data ? formatTopologyName(data) : (id ?? '')
  const hint = nameError === null ? HINT : `The name could not be read: ${nameError.message}`
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
        error={id !== null && data === null ? TOPOLOGY_MISSING : undefined}
        path="topologyId"
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
const TOPOLOGY_MISSING = 'There is no topology with this id any more: choose another, or every topology'

interface TopologyPickerProps {
  readonly chosen: string | null
  readonly onPick: (topology: TopologySummary | null) => void
  readonly onClose: () => void
}

/** A dialog in which the user chooses a stored topology, or none. */
function TopologyPicker({ chosen, onPick, onClose }: TopologyPickerProps) {
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
  const choice = (topology: TopologySummary | null) => {
    const isChosen = (topology?.id ?? null) === chosen
    return (
      <button type="button" aria-current={isChosen} className={shared.row} onClick={() => pick(topology)}>
        <Icon name={topology === null ? 'policy' : 'topology'} />
        <span className={shared.grow}>
          {topology === null ? 'Every topology: a global policy' : formatTopologyName(topology)}
        </span>
        {isChosen && <Icon name="check" />}
      </button>
    )
  }
  return (
    <Dialog title="Which topology does it belong to?" isOpen onClose={onClose}>
      {choice(null)}
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
          <p role="status" className={shared.muted}>
            {formatTotal(found.total, searchText)}
          </p>
          <ul className={styles.list}>
            {found.topologies.map((topology) => (
              <li key={topology.id}>{choice(topology)}</li>
            ))}
          </ul>
          <Pager {...found} onPage={setPage} />
        </>
      )}
    </Dialog>
  )
}

function formatTotal(total: number, searchText: string): string {
  if (total === 0) return searchText.trim() === '' ? 'There are no topologies yet.' : 'No topology matches.'
  return formatCount(total, 'topology', 'topologies')
}

/**
 * Returns topologies to choose from, one page at a time. If all of them fit on one page, the browser searches them by any
 * part of their names. Otherwise the server searches them: it finds only topologies whose complete name or service is
 * the search text.
 */
function useTopologyChoices(searchText: string, page: number) {
  const text = useDebounced(searchText.trim())
  const isSearching = text !== ''
  const listed = useQuery(topologiesQuery(isSearching ? 1 : page))
  const isAll = listed.data !== undefined && listed.data.pages <= 1
  const asksServer = isSearching && listed.data !== undefined && !isAll
  const named = useQuery({ ...topologiesNamedQuery(text, page), enabled: asksServer })
  const { data, error, refetch } = asksServer ? named : listed
  if (data === undefined || !isSearching || !isAll) return { found: data, isAll, error, refetch }
  const topologies = data.topologies.filter(({ name, service }) =>
    [name, service].some((each) => each.toLowerCase().includes(text.toLowerCase())),
  )
  return { found: { topologies, total: topologies.length, page: 1, pages: 1 }, isAll, error, refetch }
}

/** Returns the display name of a topology: its name, and also its service if the two differ. */
function formatTopologyName({ name, service }: Pick<TopologySummary, 'name' | 'service'>): string {
  return name === service ? name : `${name} · ${service}`
}
