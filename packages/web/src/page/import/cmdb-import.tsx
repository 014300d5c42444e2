import { CMDB_OPTIONS, LIMITS, USUAL_REMOVALS } from '@opsgraph/core/pure'
import { useMutation } from '@tanstack/react-query'
import { type CmdbOptions, type CmdbReport, FILE_LIMITS, importCmdb, readCmdbTemplate } from '../../api/import.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { SelectField, TextField } from '../../ui/field.js'
import { saveFile } from '../../ui/save-file.js'
import { useDraft } from '../../ui/use-draft.js'
import styles from './import.module.css'
import { ImportForm, ModeField } from './import-form.js'
import { PlanReport, TopologyName } from './plan-report.js'

type FormOptions = Required<Omit<CmdbOptions, 'format' | 'skipInvalid' | 'removeStaleAfter'>> & {
  readonly format: 'csv' | 'json' | ''
  readonly faulty: 'refuse' | 'skip'
}

const START: FormOptions = {
  ...{ mode: 'merge', scope: 'source', source: 'cmdb', environment: '', faulty: 'refuse' },
  ...{ format: '', encoding: 'utf-8', map: '', maxRemovals: USUAL_REMOVALS },
}
const MODES = {
  merge: 'Adds and updates what is in the file. Removes nothing.',
  replace:
    'Also removes the relations and nodes of this source that are not in the file. Keeps everything that was drawn by hand or comes from another source.',
} as const

/** The form that imports a CMDB file. */
export function CmdbImport() {
  const { draft, change, field } = useDraft(() => START)
  const { format, faulty, ...options } = draft
  const { mode } = options
  return (
    <ImportForm
      what="a CMDB file"
      accept=".csv,.json,text/csv,application/json"
      limit={FILE_LIMITS.cmdb}
      send={importCmdb}
      options={{ ...options, ...(format !== '' && { format }), ...(faulty === 'skip' && { skipInvalid: '1' }) }}
      help={<CmdbTemplates />}
      issuesOf={issuesOf}
      report={(report, file) => <CmdbPlan report={report} file={file} />}
    >
      <ModeField mode={mode} hints={MODES} onChange={change} />
      {mode === 'replace' && (
        <SelectField
          label="Removes"
          hint="If the file contains only some environments of the source, choose these."
          options={[
            { value: 'source', label: 'In all environments of the source' },
            { value: 'environments', label: 'Only in the environments of the file' },
          ]}
          {...field('scope')}
        />
      )}
      <TextField
        label="Removals at most"
        hint="The import is refused if more relations and nodes of the source would go: 10, 20% of what it has, or 20%,10 for the greater. If empty: any number may go."
        {...field('maxRemovals')}
      />
      <SelectField
        label="Records with errors"
        hint="A record that is left out keeps what it had."
        options={[
          { value: 'refuse', label: 'Refuse the file' },
          { value: 'skip', label: 'Leave them out' },
        ]}
        {...field('faulty')}
      />
      <TextField
        label="Source"
        maxLength={LIMITS.cmdbSource}
        hint="The name of the system that the file comes from. Replace removes only data of this source."
        {...field('source')}
      />
      <TextField
        label="Environment"
        maxLength={LIMITS.name}
        hint="For records without an environment. If empty: the empty environment."
        {...field('environment')}
      />
      <SelectField
        label="Format"
        hint="Automatic: the extension of the file name decides, otherwise the first characters of the file."
        options={[
          { value: '', label: 'Automatic' },
          { value: 'csv', label: 'CSV' },
          { value: 'json', label: 'JSON' },
        ]}
        {...field('format')}
      />
      <SelectField
        label="Encoding"
        hint="A byte order mark in the file is stronger."
        options={CMDB_OPTIONS.encoding.map((encoding) => ({ value: encoding, label: encoding }))}
        {...field('encoding')}
      />
      <TextField
        label="Names of columns"
        hint="What columns with other names stand for, such as Name:resource,Used by:parent."
        {...field('map')}
      />
    </ImportForm>
  )
}

/** Errors of records that are left out stop nothing. */
function issuesOf({ topologies, errors }: CmdbReport) {
  const removals = errors.filter(({ code }) => code === 'tooManyRemovals')
  return [...removals, ...topologies.flatMap((topology) => topology.errors)]
}

type Warning = CmdbReport['warnings'][number]

/** The plan or the result of importing a CMDB file. */
function CmdbPlan({ report, file }: { readonly report: CmdbReport; readonly file: File }) {
  const { records, relations, topologies, catalogServices, warnings, mode, source } = report
  return (
    <>
      <p>
        {file.name}: {records.total} {records.total === 1 ? 'record' : 'records'}, {records.withServices} of services,{' '}
        {records.graphOnly} only for the resource graph
        {records.skipped !== undefined && records.skipped > 0 && `, ${records.skipped} left out because of errors`};{' '}
        {mode}, source <code>{source}</code>.
      </p>
      <PlanReport
        issues={report.errors}
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

function remarkOf({ code, row, message, params }: Warning) {
  const isOfHeader = code === 'unknownColumn' && params.field === undefined
  return { code, message, path: row === null ? '' : isOfHeader ? 'header' : `records[${row}]` }
}

/** Explains the format of CMDB files, and offers templates for download. */
function CmdbTemplates() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: readCmdbTemplate,
    onSuccess: ({ name, text }) => saveFile(name, new Blob([text])),
  })
  return (
    <>
      <span>
        A record names a resource, and may name its parents, environment and services: the parent is what is hurt when
        the resource fails. Examples to start from:
      </span>
      <span className={styles.templates}>
        <Button icon="download" variant="quiet" disabled={isPending} onClick={() => mutate('csv')}>
          CSV example
        </Button>
        <Button icon="download" variant="quiet" disabled={isPending} onClick={() => mutate('json')}>
          JSON example
        </Button>
      </span>
      {error && <Failure error={error} what="The example could not be read" />}
    </>
  )
}
