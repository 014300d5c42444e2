import { LIMITS } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import {
  type Relation,
  type ResourceGraph,
  type ResourceName,
  relationsAmongQuery,
  resourceGraphQuery,
} from '../../api/resources.js'
import { formatCount } from '../../ui/format.js'
import { joinClasses } from '../../ui/join-classes.js'
import { EmptyState, Failure, Loading, Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildResourcePath } from '../../ui/page-links.js'
import { Segments } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { Tabs } from '../../ui/tabs.js'
import { AddRelation } from './add-relation.js'
import { NamesTab } from './names-tab.js'
import { RedundancyTab } from './redundancy-tab.js'
import { RelationList } from './relation-list.js'
import { EnvironmentName } from './relation-parts.js'
import styles from './resource.module.css'
import { Neighbors, WalkList } from './resource-lists.js'
import { UsageTab } from './usage-tab.js'
import { listNames, MAX_DRAWN_RESOURCES, WalkPicture } from './walk-picture.js'
import { WhatIfTab } from './what-if-tab.js'

const NO_NAMES: readonly string[] = []
const NO_RELATIONS: readonly Relation[] = []

/**
 * The page of the resource graph. If the address names a resource, the page shows this resource; otherwise it shows the
 * list of relations.
 */
export function ResourcesPage() {
  const [search] = useSearchParams()
  const resource = search.get('resource')
  if (resource === null || resource === '') return <RelationList />
  const environment = search.get('environment') ?? ''
  return <ResourceView key={`${environment} ${resource}`} environment={environment} resource={resource} />
}

/** Shows the ancestors and descendants of the resource as a picture and as a list. */
function ResourceView({ environment, resource }: ResourceName) {
  const [search, setSearch] = useSearchParams()
  const options = readWalkOptions(search)
  const { direction, depth, node = resource } = options
  const graph = useQuery(resourceGraphQuery({ environment, resource, direction, depth }))
  const names = useMemo(() => (graph.data === undefined ? NO_NAMES : listNames(graph.data)), [graph.data])
  const isDrawn = names.length <= MAX_DRAWN_RESOURCES
  const among = useQuery({ ...relationsAmongQuery(environment, names), enabled: names.length > 0 && isDrawn })
  const relations = among.data ?? NO_RELATIONS
  const change = (changed: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) search.delete(name)
      else search.set(name, value)
    }
    setSearch(search, { replace: true })
  }
  const select = (name: string | undefined) => change({ node: name === resource ? undefined : name })
  const error = graph.error ?? among.error
  if (graph.data !== undefined && !graph.isPlaceholderData && graph.data.resource !== resource) {
    return <Navigate to={buildResourcePath(graph.data)} replace />
  }
  return (
    <Page
      isWide
      title={resource}
      aside={
        <span className={shared.muted}>
          in <EnvironmentName environment={environment} />
        </span>
      }
      actions={
        <>
          <Link to="/resources/names">All resources</Link>
          <Link to="/resources">All relations</Link>
          <WalkControls {...options} onChange={change} />
          <AddRelation environment={environment} resource={node} />
        </>
      }
    >
      {error && (
        <Failure
          error={error}
          what="The resource graph cannot be read"
          onRetry={() => void Promise.all([graph.refetch(), among.refetch()])}
        />
      )}
      {graph.isPending && <Loading what="the resource graph" />}
      {graph.data !== undefined && !graph.isPlaceholderData && <CutNotice graph={graph.data} depth={depth} />}
      {graph.data !== undefined && (
        <div className={joinClasses(stage.stage, styles.stage)}>
          {names.length === 1 ? (
            <NothingToDraw resource={resource} direction={direction} />
          ) : isDrawn ? (
            <WalkPicture {...{ environment, names, relations, depth, direction }} selected={node} onSelect={select} />
          ) : (
            <EmptyState icon="resource" title={`${names.length} resources`}>
              A picture shows at most {MAX_DRAWN_RESOURCES} resources. The list shows all of them. For a picture, choose
              a smaller depth.
            </EmptyState>
          )}
          <ResourcePanel graph={graph.data} relations={relations} selected={node} onSelect={select} />
        </div>
      )}
    </Page>
  )
}

function NothingToDraw({ resource, direction }: { readonly resource: string; readonly direction: string }) {
  return (
    <EmptyState icon="resource" title={direction === 'both' ? 'No relations' : `No ${direction}`}>
      {resource} has none in this environment. Names must match exactly, including upper and lower case. Add a relation,
      or look in <Link to="/resources">all relations</Link>.
    </EmptyState>
  )
}

/** The maximum number of resources that the notice names. */
const MAX_NAMED = 3

interface CutNoticeProps {
  readonly graph: ResourceGraph
  readonly depth: number
}

/** Says that resources are missing because the walk ends at its maximum depth. */
function CutNotice({ graph: { environment, cut, cutAt }, depth }: CutNoticeProps) {
  if (!cut) return null
  const levels = formatCount(depth, 'level')
  return (
    <Notice tone="warning">
      <span>
        Not everything is shown: the walk ends after {levels}.{' '}
        {depth < MAX_DEPTH ? 'Choose a larger depth, or walk from here:' : 'To see more, walk from here:'}{' '}
        {cutAt.slice(0, MAX_NAMED).map((resource, index) => (
          <span key={resource}>
            {index > 0 && ', '}
            <Link to={buildResourcePath({ environment, resource })}>{visibleText(resource)}</Link>
          </span>
        ))}
        {cutAt.length > MAX_NAMED && ' and others'}
      </span>
    </Notice>
  )
}

/** The maximum number of levels of a walk. */
const MAX_DEPTH = LIMITS.graphDepth.max
const DEPTHS = Array.from({ length: MAX_DEPTH }, (_, index) => index + 1)
/** The default number of levels. */
const DEFAULT_DEPTH = 3

/**
 * Reads the options of a walk from the search parameters of the address. An invalid value counts as missing, so its
 * default applies.
 */
function readWalkOptions(search: URLSearchParams) {
  const depth = Number(search.get('depth'))
  return {
    direction: DIRECTIONS.find(({ value }) => value === search.get('direction'))?.value ?? 'both',
    depth: DEPTHS.includes(depth) ? depth : DEFAULT_DEPTH,
    /** The name of the selected resource; `undefined` if the start of the walk is selected. */
    node: search.get('node') ?? undefined,
  }
}

interface WalkControlsProps extends ReturnType<typeof readWalkOptions> {
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
}

const DIRECTIONS = [
  { value: 'ancestors', label: 'Ancestors', title: 'What is hurt if it fails' },
  { value: 'both', label: 'Both', title: 'Ancestors and descendants' },
  { value: 'descendants', label: 'Descendants', title: 'What it needs' },
] as const

/** The form fields for the direction and the depth of a walk through the resource graph. */
function WalkControls({ direction, depth, onChange }: WalkControlsProps) {
  return (
    <>
      <Segments
        label="Direction"
        value={direction}
        options={DIRECTIONS}
        onChange={(value) => onChange({ direction: value })}
      />
      <label className={styles.depth}>
        Depth
        <select value={depth} onChange={({ target }) => onChange({ depth: target.value })}>
          {DEPTHS.map((levels) => (
            <option key={levels} value={levels}>
              {levels}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

interface ResourcePanelProps {
  readonly graph: ResourceGraph
  /** All relations between the resources of the walk. */
  readonly relations: readonly Relation[]
  readonly selected: string
  readonly onSelect: (name: string) => void
}

/**
 * The panel beside the picture. For the selected resource, it shows the relations, the redundancy, the uses, the names,
 * and what its failure would hurt. It also lists all resources of the walk.
 */
function ResourcePanel({ graph, relations, selected, onSelect }: ResourcePanelProps) {
  const { environment, resource, ancestors, descendants } = graph
  const count = (ancestors?.length ?? 0) + (descendants?.length ?? 0)
  const chosen = { environment, resource: selected }
  const tabs = [
    { id: 'relations', label: 'Relations', content: <Neighbors {...{ environment, onSelect }} resource={selected} /> },
    { id: 'walk', label: `Walk ${count}`, content: <WalkList {...{ graph, relations, selected, onSelect }} /> },
    { id: 'redundancy', label: 'Redundancy', content: <RedundancyTab {...chosen} key={selected} /> },
    { id: 'usage', label: 'Used in', content: <UsageTab {...chosen} key={selected} /> },
    { id: 'names', label: 'Names', content: <NamesTab {...chosen} key={selected} /> },
    { id: 'what-if', label: 'What if', content: <WhatIfTab {...chosen} key={selected} /> },
  ]
  return (
    <aside className={stage.panel} aria-label="Selected resource">
      <header className={styles.panelHead}>
        <h2>{selected}</h2>
        {selected !== resource && (
          <Link to={buildResourcePath({ environment, resource: selected })}>Walk from here</Link>
        )}
      </header>
      <Tabs label="Selected resource and walk" tabs={tabs} />
    </aside>
  )
}
