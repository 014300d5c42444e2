import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TopologySummary } from '../../api/schemas.js'
import { topologiesCalledQuery, topologiesQuery, topologyOfIdQuery } from '../../api/topologies.js'
import { Button } from '../../ui/button.js'
import { countOf } from '../../ui/count-of.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { Loading } from '../../ui/loading.js'
import { Pager } from '../../ui/pager.js'
import { useSettled } from '../../ui/use-settled.js'
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
        error={id !== null && data === null ? GONE : undefined}
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
const GONE = 'There is no topology with this id any more: choose another, or every topology'

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
  return countOf(total, 'topology', 'topologies')
}

interface Found {
  readonly topologies: readonly TopologySummary[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

interface TopologyChoices {
  /** One page of topologies; `undefined` until it is loaded. */
  readonly found: Found | undefined
  /** Whether all topologies fit on one page. If so, the browser searches them by any part of their names. */
  readonly isAll: boolean
  readonly error: Error | null
  readonly refetch: () => void
}

/**
 * Returns topologies to choose from, one page at a time. If there are several pages, the server searches the topologies.
 * It finds only topologies whose complete name or service is the search text.
 */
function useTopologyChoices(searchText: string, page: number): TopologyChoices {
  const text = useSettled(searchText.trim())
  const isSearching = text !== ''
  const listed = useQuery({ ...topologiesQuery(isSearching ? 1 : page), refetchInterval: false })
  const isAll = listed.data !== undefined && listed.data.pages <= 1
  const asksServer = isSearching && listed.data !== undefined && !isAll
  const called = useQuery({ ...topologiesCalledQuery(text, page), enabled: asksServer })
  const { data, error, refetch } = asksServer ? called : listed
  const found = data !== undefined && isSearching && isAll ? within(data, text) : data
  return { found, isAll, error, refetch }
}

function within(all: Found, text: string): Found {
  const wanted = text.toLowerCase()
  const topologies = all.topologies.filter(({ name, service }) =>
    [name, service].some((each) => each.toLowerCase().includes(wanted)),
  )
  return { topologies, total: topologies.length, page: 1, pages: 1 }
}

/** Returns the display name of a topology: its name, and also its service if the two differ. */
function topologyName({ name, service }: Pick<TopologySummary, 'name' | 'service'>): string {
  return name === service ? name : `${name} · ${service}`
}
