import type { DrawnNode } from '@opsgraph/core'
import { deriveInvalidGraph } from '@opsgraph/core/pure'
import { useMemo } from 'react'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import { RuleSection } from '../resource/rule-section.js'
import { useEditor } from './editor-context.js'

/**
 * The redundancy rule of the resource that a node stands for. The rule belongs to the resource and not to the topology,
 * so it is stored apart from the topology.
 */
export function NodeRule({ node: { id, kind, label } }: { readonly node: DrawnNode }) {
  const { topology } = useEditor()
  const environment = useMemo(
    () => deriveInvalidGraph(topology).nodes.find((node) => node.id === id)?.environment,
    [topology, id],
  )
  // Wait until the user stops typing, so that not every letter causes a request.
  const resource = useDebounced(label).trim()
  if (kind !== 'resource') return null
  if (environment == null || resource === '') {
    return (
      <section className={stage.part} aria-label="Redundancy rule">
        <h3 className={stage.title}>Redundancy rule</h3>
        <p className={shared.muted}>A rule needs a node with a name, below an environment.</p>
      </section>
    )
  }
  return (
    <RuleSection
      key={`${environment} ${resource}`}
      environment={environment}
      resource={resource}
      note={
        <p className={shared.muted}>
          It belongs to the resource and not to this topology, so a change is stored at once. It counts the children in
          the resource graph: new edges below this node count as soon as the topology is saved.
        </p>
      }
    />
  )
}
