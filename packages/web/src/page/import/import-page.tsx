import { useSearchParams } from 'react-router'
import { Page } from '../../ui/page.js'
import { Segments } from '../../ui/segments.js'
import { CmdbImport } from './cmdb-import.js'
import { TopologyImport } from './topology-import.js'

const KINDS = [
  { value: 'cmdb', label: 'CMDB file', title: 'Relations, the service catalog and topologies from records' },
  { value: 'topologies', label: 'Topology files', title: 'Exported topologies' },
] as const

/** The page that imports files. It shows what an import would change before anything is written. */
export function ImportPage() {
  const [search, setSearch] = useSearchParams()
  const kind = search.get('kind') === 'topologies' ? 'topologies' : 'cmdb'
  return (
    <Page
      title="Import"
      actions={
        <Segments label="What to import" value={kind} options={KINDS} onChange={(next) => setSearch({ kind: next })} />
      }
    >
      {kind === 'cmdb' ? <CmdbImport /> : <TopologyImport />}
    </Page>
  )
}
