import { LIMITS } from '@opsgraph/core/pure'
import { useState } from 'react'
import { FILE_LIMITS, importTopologies, type TopologyOptions, type TopologyReport } from '../../api/import.js'
import { SelectField, TextField, toLabelledOptions } from '../../ui/field.js'
import shared from '../../ui/shared.module.css'
import { useDraft } from '../../ui/use-draft.js'
import { ImportForm, ModeField, Options } from './import-form.js'
import type { ReportView } from './import-outcome.js'
import { type CountedKind, type CountersRow, isAsPlanned } from './import-report.js'
import { PlanReport, TopologyName } from './plan-report.js'

type FormOptions = Required<TopologyOptions>

const INITIAL_OPTIONS: FormOptions = { mode: 'merge', positions: 'keep', service: '' }
const MODES = {
  merge: 'Adds what is in the file to the topology of its service. Removes nothing.',
  replace:
    'Makes the topology equal to the file. Nodes, edges and weight policies that are not in the file are removed.',
} as const
const POSITIONS = {
  keep: 'Existing nodes keep their positions.',
  file: 'Existing nodes move to their positions in the file.',
} as const

/** The form that imports topology files. */
export function TopologyImport() {
  const { draft, change, field } = useDraft(() => INITIAL_OPTIONS)
  const { mode, positions, service } = draft
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <ImportForm
      files={files}
      onFiles={setFiles}
      what="topology files"
      isMany
      accept=".json,application/json"
      limit={FILE_LIMITS.topologies}
      send={importTopologies}
      options={{ mode, service, ...(mode === 'merge' && { positions }) }}
      help="Export such a file on the page of a topology. Bundles, exports of the editor and trees of earlier releases are accepted too."
      view={VIEW}
    >
      {(isLocked) => (
        <Options isLocked={isLocked}>
          <ModeField mode={mode} hints={MODES} onChange={change} />
          {mode === 'merge' && (
            <SelectField
              label="Positions"
              value={positions}
              hint={POSITIONS[positions]}
              options={toLabelledOptions({ keep: 'Keep', file: 'From the file' })}
              onValueChange={(value) => change({ positions: value })}
            />
          )}
          <TextField
            label="Service"
            maxLength={LIMITS.name}
            hint="For files that name no service, such as bare trees. A name in the file wins."
            {...field('service')}
          />
        </Options>
      )}
    </ImportForm>
  )
}

function listIssues({ previews }: TopologyReport) {
  return previews.flatMap(({ errors }) => errors)
}

const VIEW: ReportView<TopologyReport> = {
  listIssues,
  buildRows,
  isAsPlanned,
  show: (report) => <TopologyPlan report={report} />,
}

type Preview = TopologyReport['previews'][number]

/** The plan or the result of importing a topology file. */
function TopologyPlan({ report }: { readonly report: TopologyReport }) {
  const { previews } = report
  return (
    <PlanReport
      issues={listIssues(report)}
      rows={buildRows(report)}
      listed={report}
      warnings={previews.flatMap((preview) => toRemarks(preview, previews.length > 1))}
    >
      {previews.map((preview) => (
        <CatalogNote key={preview.topology.service} {...preview} />
      ))}
    </PlanReport>
  )
}

function buildRows({ previews, results }: TopologyReport): readonly CountersRow[] {
  const ids = new Map(results?.map(({ service, topologyId }) => [service, topologyId]))
  return previews.flatMap((preview) => buildPreviewRows(preview, ids))
}

function buildPreviewRows(
  { topology, nodes, edges, weightPolicies, rules }: Preview,
  ids: ReadonlyMap<string, string>,
): readonly CountersRow[] {
  const { service, action } = topology
  const id = topology.id ?? ids.get(service) ?? null
  const others = { 'weight policies': weightPolicies, 'redundancy rules': rules }
  const named = Object.entries(others).filter(([, counts]) => Object.values(counts).some((count) => count > 0))
  const parts = Object.entries({ nodes, edges, ...Object.fromEntries(named) })
  return parts.map(([part, counters]) => ({
    key: `${service} ${part}`,
    name: <TopologyName {...{ service, action, id, part }} />,
    kind: part as CountedKind,
    counters,
  }))
}

function CatalogNote({ topology, catalogService: { action, fields } }: Preview) {
  if (action === 'skip') return null
  const what = fields.length > 0 ? `: ${fields.join(', ')}` : ''
  return (
    <p className={shared.muted}>
      Catalog service {topology.service}: {action}
      {what}
    </p>
  )
}

function toRemarks({ topology, warnings }: Preview, isNamed: boolean) {
  return warnings.map(({ code, message }) => ({ code, message, path: isNamed ? topology.service : '' }))
}
