import { SEVERITIES } from '../../alert/severity.js'
import { requireKnownColumnValues } from '../../known-values.js'
import { requireFound } from '../../opsgraph-error.js'
import { NodeSuggester, type Suggestion } from '../../topology/assignment/suggest-nodes.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'
import { type AlertSelection, readConsideredAlerts } from './considered-alerts.js'

export interface SuggestQuery extends AlertSelection {
  /** The id of the topology. */
  readonly id: string
}

/**
 * Suggests nodes for the active alerts of a topology's service that have no node in the topology. Saves nothing
 * (rules.md#suggestions).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown severity
 */
export async function suggestTopology(
  { store, graphMemory, newId }: Dependencies,
  query: SuggestQuery,
): Promise<Suggestion> {
  const { id, ...selection } = query
  requireKnownColumnValues('severity', selection.severities, SEVERITIES)
  const suggester = await store.snapshot(async (parts) => {
    const topology = requireFound(await parts.topologies.read(id), 'topology')
    const nodes = new NodeSuggester(topology, await readConsideredAlerts(parts, topology.service, selection))
    await runWalks(await graphMemory.at(parts, [...nodes.walks.keys()]), 'parents', nodes.walks)
    return nodes
  })
  // The layout is computed after the snapshot has ended, so that the computation does not hold a database connection.
  return await runWithPauses(suggester.suggest(newId))
}
