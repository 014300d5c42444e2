import { LIMITS } from '@opsgraph/core/pure'
import { useState } from 'react'
import { type CmdbOptions, type CmdbReport, FILE_LIMITS, importCmdb } from '../../api/import.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import { CmdbPlan } from './cmdb-plan.js'
import { CmdbTemplates } from './cmdb-templates.js'
import { ImportForm } from './import-form.js'
import { ModeField } from './mode-field.js'

type FormOptions = Required<Omit<CmdbOptions, 'format'>> & { readonly format: 'csv' | 'json' | '' }

const MODES = {
  merge: 'Adds and updates what is in the file. Removes nothing.',
  replace:
    'Also removes the relations and nodes of this source that are not in the file. Keeps everything that was drawn by hand or comes from another source.',
} as const

/** The form that imports a CMDB file. */
export function CmdbImport() {
  const [options, setOptions] = useState<FormOptions>({ mode: 'merge', source: 'cmdb', environment: '', format: '' })
  const change = (changed: Partial<FormOptions>) => setOptions((before) => ({ ...before, ...changed }))
  const { mode, source, environment, format } = options
  return (
    <ImportForm
      what="a CMDB file"
      accept=".csv,.json,text/csv,application/json"
      limit={FILE_LIMITS.cmdb}
      send={importCmdb}
      options={{ mode, source, environment, ...(format !== '' && { format }) }}
      help={<CmdbTemplates />}
      countIssues={countIssues}
      report={(report, file) => <CmdbPlan report={report} file={file} />}
    >
      <ModeField mode={mode} hints={MODES} onChange={change} />
      <TextField
        label="Source"
        value={source}
        maxLength={LIMITS.cmdbSource}
        hint="The name of the system that the file comes from. Replace removes only data of this source."
        onValueChange={(value) => change({ source: value })}
      />
      <TextField
        label="Environment"
        value={environment}
        maxLength={LIMITS.name}
        hint="For records without an environment. If empty: the empty environment."
        onValueChange={(value) => change({ environment: value })}
      />
      <SelectField
        label="Format"
        value={format}
        hint="Automatic: the extension of the file name decides, otherwise the first characters of the file."
        options={[
          { value: '', label: 'Automatic' },
          { value: 'csv', label: 'CSV' },
          { value: 'json', label: 'JSON' },
        ]}
        onValueChange={(value) => change({ format: value })}
      />
    </ImportForm>
  )
}

function countIssues({ errors, topologies }: CmdbReport): number {
  return topologies.reduce((sum, topology) => sum + topology.errors.length, errors.length)
}
