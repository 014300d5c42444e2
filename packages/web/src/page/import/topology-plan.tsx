import type { TopologyReport } from '../../api/import.js'
import { CountersTable } from './counters-table.js'
import styles from './import.module.css'
import { Issues } from './refusal.js'
import { RemarkGroups } from './remark-groups.js'
import { TopologyName } from './topology-name.js'

type Preview = TopologyReport['previews'][number]

/** What a file of topologies changes, or has changed. */
export function TopologyPlan({ report: { previews, results } }: { readonly report: TopologyReport }) {
  const ids = new Map(results?.map(({ service, topologyId }) => [service, topologyId]))
  const issues = previews.flatMap(({ errors }) => errors)
  const remarks = previews.flatMap((preview) => remarksOf(preview, previews.length > 1))
  return (
    <>
      {issues.length > 0 && <Issues issues={issues} />}
      <CountersTable caption="What changes" rows={previews.flatMap((preview) => rowsOf(preview, ids))} />
      {previews.map((preview) => (
        <CatalogNote key={preview.topology.service} {...preview} />
      ))}
      {remarks.length > 0 && (
        <div className={styles.warnings}>
          <h3>
            {remarks.length} {remarks.length === 1 ? 'warning' : 'warnings'}
          </h3>
          <RemarkGroups what="warnings" remarks={remarks} />
        </div>
      )}
    </>
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
