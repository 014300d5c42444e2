import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Relation, type ResourceName, relationsAmongQuery, resourceGraphQuery } from '../../api/resources.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { AddRelation } from './add-relation.js'
import { CutNotice } from './cut-notice.js'
import { MOST_DRAWN, namesOf } from './drawn-walk.js'
import { EnvironmentName } from './environment-name.js'
import styles from './resource.module.css'
import { ResourcePanel } from './resource-panel.js'
import { WalkControls } from './walk-controls.js'
import { walkOptionsOf } from './walk-of.js'
import { WalkPicture } from './walk-picture.js'

const NO_NAMES: readonly string[] = []
const NO_RELATIONS: readonly Relation[] = []

/** The page of a resource. It shows the ancestors and descendants of the resource as a picture and as a list. */
export function ResourceView({ environment, resource }: ResourceName) {
  const [search, setSearch] = useSearchParams()
  const options = walkOptionsOf(search)
  const { direction, depth, node = resource } = options
  const graph = useQuery(resourceGraphQuery({ environment, resource, direction, depth }))
  const names = useMemo(() => (graph.data === undefined ? NO_NAMES : namesOf(graph.data)), [graph.data])
  const isDrawn = names.length <= MOST_DRAWN
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
  return (
    <Page
      isWide
      title={resource}
      aside={
        <span className={styles.muted}>
          in <EnvironmentName environment={environment} />
        </span>
      }
      actions={
        <>
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
        <div className={styles.stage}>
          {names.length === 1 ? (
            <Alone resource={resource} direction={direction} />
          ) : isDrawn ? (
            <WalkPicture {...{ environment, names, relations, depth, direction }} selected={node} onSelect={select} />
          ) : (
            <EmptyState icon="resource" title={`${names.length} resources`}>
              <p>
                A picture shows at most {MOST_DRAWN} resources. The list shows all of them. For a picture, choose a
                smaller depth.
              </p>
            </EmptyState>
          )}
          <ResourcePanel graph={graph.data} relations={relations} selected={node} onSelect={select} />
        </div>
      )}
    </Page>
  )
}

function Alone({ resource, direction }: { readonly resource: string; readonly direction: string }) {
  return (
    <EmptyState icon="resource" title={direction === 'both' ? 'No relations' : `No ${direction}`}>
      <p>
        {resource} has none in this environment. Names must match exactly, including upper and lower case. Add a
        relation, or look in <Link to="/resources">all relations</Link>.
      </p>
    </EmptyState>
  )
}
