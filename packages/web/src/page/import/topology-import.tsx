import { LIMITS } from '@opsgraph/core/pure'
import { useState } from 'react'
import { FILE_LIMITS, importTopologies, type TopologyOptions, type TopologyReport } from '../../api/import.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import { ImportForm } from './import-form.js'
import { ModeField } from './mode-field.js'
import { TopologyPlan } from './topology-plan.js'

type FormOptions = Required<TopologyOptions>

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
  const [options, setOptions] = useState<FormOptions>({ mode: 'merge', positions: 'keep', service: '' })
  const change = (changed: Partial<FormOptions>) => setOptions((before) => ({ ...before, ...changed }))
  const { mode, positions, service } = options
  return (
    <ImportForm
      what="topology files"
      isMany
      accept=".json,application/json"
      limit={FILE_LIMITS.topologies}
      send={importTopologies}
      options={{ mode, service, ...(mode === 'merge' && { positions }) }}
      help="Export such a file on the page of a topology. Bundles, exports of the editor and trees of earlier releases are accepted too."
      countIssues={countIssues}
      report={(report) => <TopologyPlan report={report} />}
    >
      <ModeField mode={mode} hints={MODES} onChange={change} />
      {mode === 'merge' && (
        <SelectField
          label="Positions"
          value={positions}
          hint={POSITIONS[positions]}
          options={[
            { value: 'keep', label: 'Keep' },
            { value: 'file', label: 'From the file' },
          ]}
          onValueChange={(value) => change({ positions: value })}
        />
      )}
      <TextField
        label="Service"
        value={service}
        maxLength={LIMITS.name}
        hint="For files that name no service, such as bare trees. A name in the file wins."
        onValueChange={(value) => change({ service: value })}
      />
    </ImportForm>
  )
}

function countIssues({ previews }: TopologyReport): number {
  return previews.reduce((sum, { errors }) => sum + errors.length, 0)
}
