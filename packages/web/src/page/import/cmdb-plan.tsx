import type { CmdbReport } from '../../api/import.js'
import { PlanReport } from './plan-report.js'
import { TopologyName } from './topology-name.js'

type Warning = CmdbReport['warnings'][number]

/** The plan or the result of importing a CMDB file. */
export function CmdbPlan({ report, file }: { readonly report: CmdbReport; readonly file: File }) {
  const { records, relations, topologies, catalogServices, warnings, errors, mode, source } = report
  return (
    <>
      <p>
        {file.name}: {records.total} {records.total === 1 ? 'record' : 'records'}, {records.withServices} of services,{' '}
        {records.graphOnly} only for the resource graph; {mode}, source <code>{source}</code>.
      </p>
      <PlanReport
        issues={[...errors, ...topologies.flatMap((topology) => topology.errors)]}
        rows={[
          { key: 'relations', name: 'Relations', counters: relations },
          { key: 'catalog', name: 'Catalog services', counters: catalogServices },
          ...topologies.flatMap(({ service, action, topologyId, nodes, edges }) => {
            const topology = { service, action, id: topologyId }
            return [
              { key: `nodes ${service}`, name: <TopologyName {...topology} part="nodes" />, counters: nodes },
              { key: `edges ${service}`, name: <TopologyName {...topology} part="edges" />, counters: edges },
            ]
          }),
        ]}
        listed={report}
        warnings={warnings.map(remarkOf)}
        hint="Warnings never stop an import. Records count from 0, without the header."
      />
    </>
  )
}

function remarkOf({ code, row, message }: Warning) {
  const isOfHeader = code === 'unknownColumn'
  return { code, message, place: row === null ? '' : isOfHeader ? 'header' : `records[${row}]` }
}
