import { LIMITS } from '@opsgraph/core/browser'
import { useState } from 'react'
import { FILE_LIMITS, importTopologies, type TopologyOptions, type TopologyReport } from '../../api/import.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import { ImportForm } from './import-form.js'
import { ModeField } from './mode-field.js'
import { TopologyPlan } from './topology-plan.js'

type Shown = Required<TopologyOptions>

const MODES = {
  merge: 'Adds what the file says to the topology of its service. Removes nothing.',
  replace:
    'Makes the topology what the file says. Nodes, edges and weight policies that are not in the file are removed.',
} as const
const POSITIONS = {
  keep: 'Nodes that are there already stay where they are.',
  file: 'Nodes that are there already move to where the file has them.',
} as const

/** Imports topology files. */
export function TopologyImport() {
  const [options, setOptions] = useState<Shown>({ mode: 'merge', positions: 'keep', service: '' })
  const change = (changed: Partial<Shown>) => setOptions((before) => ({ ...before, ...changed }))
  const { mode, positions, service } = options
  return (
    <ImportForm
      what="topology files"
      isMany
      accept=".json,application/json"
      limit={FILE_LIMITS.topologies}
      send={importTopologies}
      options={{ mode, service, ...(mode === 'merge' && { positions }) }}
      help="The page of a topology exports such a file. Bundles, exports of the editor and trees of earlier releases are read too."
      troublesOf={troublesOf}
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

function troublesOf({ previews }: TopologyReport): number {
  return previews.reduce((sum, { errors }) => sum + errors.length, 0)
}
