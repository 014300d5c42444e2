import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type CmdbReport, FILE_LIMITS, importCmdb, readCmdbTemplate } from '../../api/import.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/message.js'
import { saveFile } from '../../ui/save-file.js'
import { useDraft } from '../../ui/use-draft.js'
import { buildOptions, CmdbOptionFields, INITIAL_OPTIONS } from './cmdb-options.js'
import { useColumns } from './column-choices.js'
import { Columns } from './columns.js'
import styles from './import.module.css'
import { ImportForm } from './import-form.js'
import type { ReportView } from './import-outcome.js'
import type { CountersRow } from './import-report.js'
import { PlanReport, TopologyName } from './plan-report.js'
import { PlanTools } from './plan-tools.js'

/** The form that imports a CMDB file. */
export function CmdbImport() {
  const form = useDraft(() => INITIAL_OPTIONS)
  const [files, setFiles] = useState<readonly File[]>([])
  const { columns, choices, map, choose } = useColumns(files[0], form.draft)
  return (
    <ImportForm
      what="a CMDB file"
      accept=".csv,.json,.jsonl,.ndjson,text/csv,application/json"
      limit={FILE_LIMITS.cmdb}
      files={files}
      onFiles={setFiles}
      send={importCmdb}
      options={{ ...buildOptions(form.draft), map }}
      help={<CmdbTemplates />}
      view={VIEW}
      buildApplyOptions={(planned, isConfirmed) => ({
        ...(planned && { planHash: planned.planHash }),
        ...(isConfirmed && { maxRemovals: '' }),
      })}
    >
      {(isLocked) => (
        <>
          <Columns {...{ columns, choices, isLocked }} onChoose={choose} />
          <CmdbOptionFields form={form} isLocked={isLocked} />
        </>
      )}
    </ImportForm>
  )
}

const VIEW: ReportView<CmdbReport> = {
  listIssues: ({ topologies }) => topologies.flatMap(({ errors }) => errors),
  buildRows,
  findQuestion: (report) => {
    const message = findGuardMessage(report)
    return message === undefined ? undefined : { message, source: report.source, changes: report.changes ?? [] }
  },
  show: (report, file) => <CmdbPlan report={report} file={file} />,
  tools: (planned, done, file) => <PlanTools key={done?.leftHash ?? ''} {...{ planned, done, file }} />,
}

/**
 * Returns the message in which the server says that the import would remove more than usual; `undefined` = it would
 * not.
 */
function findGuardMessage({ errors }: CmdbReport): string | undefined {
  return errors.find(isGuardIssue)?.message
}

function isGuardIssue({ code }: CmdbReport['errors'][number]): boolean {
  return code === 'tooManyRemovals'
}

type Warning = CmdbReport['warnings'][number]

/** The plan or the result of importing a CMDB file. */
function CmdbPlan({ report, file }: { readonly report: CmdbReport; readonly file: File }) {
  const { records, warnings, errors, mode, source } = report
  return (
    <>
      <p>
        {file.name}: {records.total} {records.total === 1 ? 'record' : 'records'}, {records.withServices} of services,{' '}
        {records.graphOnly} only for the resource graph
        {records.skipped !== undefined && records.skipped > 0 && `, ${records.skipped} left out because of errors`};{' '}
        {mode}, source <code>{source}</code>.
      </p>
      <Claims {...report} />
      <PlanReport
        issues={errors.filter((error) => !isGuardIssue(error))}
        rows={buildRows(report)}
        listed={report}
        guard={findGuardMessage(report)}
        warnings={warnings.map(toRemark)}
        hint="Warnings never stop an import. Records count from 0, without the header."
      />
    </>
  )
}

const NO_CLAIMS = { create: 0, update: 0, remove: 0 }

/** Says of how many unchanged relations and nodes only the claims of the source change. */
function Claims({ claims = NO_CLAIMS, source }: Pick<CmdbReport, 'claims' | 'source'>) {
  const { create, update, remove } = claims
  const counts = [create && `${create} newly`, update && `${update} otherwise`, remove && `${remove} no longer`]
  const texts = counts.filter((text) => text !== 0)
  if (texts.length === 0) return null
  return (
    <p>
      Of the relations and nodes that stay as they are, <code>{source}</code> declares {texts.join(', ')}.
    </p>
  )
}

function buildRows({ relations, catalogServices, topologies }: CmdbReport): readonly CountersRow[] {
  return [
    { key: 'relations', name: 'Relations', kind: 'relations', counters: relations },
    { key: 'catalog', name: 'Catalog services', kind: 'catalog services', counters: catalogServices },
    ...topologies.flatMap(({ service, action, topologyId: id, nodes, edges }): readonly CountersRow[] => {
      const nameOf = (part: string) => <TopologyName {...{ service, action, id, part }} />
      return [
        { key: `nodes ${service}`, name: nameOf('nodes'), kind: 'nodes', counters: nodes },
        { key: `edges ${service}`, name: nameOf('edges'), kind: 'edges', counters: edges },
      ]
    }),
  ]
}

function toRemark({ code, row, message, params }: Warning) {
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
