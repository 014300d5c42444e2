import type { TopologyReport } from '../../api/import.js'
import styles from './import.module.css'
import { PlanReport } from './plan-report.js'
import { TopologyName } from './topology-name.js'

type Preview = TopologyReport['previews'][number]

/** The plan or the result of importing a topology file. */
export function TopologyPlan({ report }: { readonly report: TopologyReport }) {
  const { previews, results } = report
  const ids = new Map(results?.map(({ service, topologyId }) => [service, topologyId]))
  return (
    <PlanReport
      issues={previews.flatMap(({ errors }) => errors)}
      rows={previews.flatMap((preview) => rowsOf(preview, ids))}
      listed={report}
      warnings={previews.flatMap((preview) => remarksOf(preview, previews.length > 1))}
    >
      {previews.map((preview) => (
        <CatalogNote key={preview.topology.service} {...preview} />
      ))}
    </PlanReport>
  )
}

function rowsOf({ topology, nodes, edges, weightPolicies }: Preview, ids: ReadonlyMap<string, string>) {
  const { service, action } = topology
  const id = topology.id ?? ids.get(service) ?? null
  const hasPolicies = Object.values(weightPolicies).some((count) => count > 0)
  const parts = { nodes, edges, ...(hasPolicies && { 'weight policies': weightPolicies }) }
  return Object.entries(parts).map(([part, counters]) => ({
    key: `${service} ${part}`,
    name: <TopologyName {...{ service, action, id, part }} />,
    counters,
  }))
}

function CatalogNote({ topology, catalogService: { action, fields } }: Preview) {
  if (action === 'skip') return null
  const what = fields.length > 0 ? `: ${fields.join(', ')}` : ''
  return (
    <p className={styles.hint}>
      Catalog service {topology.service}: {action}
      {what}
    </p>
  )
}

function remarksOf({ topology, warnings }: Preview, isNamed: boolean) {
  return warnings.map(({ code, message }) => ({ code, message, place: isNamed ? topology.service : '' }))
}
