import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useParams } from 'react-router'
import { changeWindow, createWindow, type MaintenanceWindow, windowQuery } from '../../api/maintenance.js'
import { Failure } from '../../ui/failure.js'
import { TextField } from '../../ui/field.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { useDraft } from '../../ui/use-draft.js'
import { FilterEditor } from '../policy/filter-editor.js'
import { EveryAlert, LiveMatches } from '../policy/live-matches.js'
import styles from '../policy/policy.module.css'
import { SavedForm } from '../policy/saved-form.js'
import { readAlertFilter } from '../policy/sent-filter.js'
import { RecurrenceFields } from './recurrence-fields.js'
import { bodyOf, changedFields, draftOf, newDraft } from './window-draft.js'
import { ownZone } from './zoned-time.js'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/**
 * The form of a maintenance window. It also shows the current alerts that the window would hold.
 *
 * @param window the stored window; `undefined` if the form creates a new one
 */
function WindowForm({ window }: { readonly window: MaintenanceWindow | undefined }) {
  const { start, draft, change, field, isChanged } = useDraft(() =>
    window === undefined ? newDraft(new Date(), ownZone()) : draftOf(window),
  )
  const { filters } = draft
  const read = useMemo(() => readAlertFilter(filters), [filters])
  const zones = useId()
  const save = async () => {
    await (window === undefined ? createWindow(bodyOf(draft)) : changeWindow(window.id, changedFields(draft, start)))
  }
  return (
    <SavedForm
      action={window === undefined ? 'Create' : 'Save'}
      save={save}
      queryKey={['windows']}
      list="/maintenance"
      isUnsaved={isChanged}
      faults={read.faults}
      aside={<LiveMatches test={read.test} verb="match" />}
    >
      <section className={styles.section}>
        <div className={styles.fields}>
          <TextField label="Name" {...field('name')} />
          <TextField label="What is done, and by whom" {...field('text')} />
        </div>
      </section>
      <section className={styles.section} aria-label="When it lasts">
        <h2>When it lasts</h2>
        <div className={styles.fields}>
          <TextField label="Start" type="datetime-local" {...field('start', 'startTime')} />
          <TextField label="End" type="datetime-local" {...field('end', 'endTime')} />
          <TextField
            label="Time zone"
            list={zones}
            hint="The start and the end are times of this zone."
            {...field('timezone')}
          />
          <RecurrenceFields recurrence={draft} start={draft.start} onChange={change} />
        </div>
        <datalist id={zones}>
          {ZONES.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </section>
      <FilterEditor
        label="Alerts that it holds"
        path="filters"
        filter={filters}
        onChange={(next) => change({ filters: next })}
        emptyMeans="Every alert is held."
      />
      {read.matchesEverything && (
        <EveryAlert
          label="Hold every alert of this installation"
          hint="The window has no clause. While it lasts, no alert hurts any service, and every alert has the status blackout."
        />
      )}
    </SavedForm>
  )
}

/** The page that creates a maintenance window. */
export function WindowNew() {
  return (
    <Page title="New maintenance window">
      <WindowForm window={undefined} />
    </Page>
  )
}

/** The page of a stored maintenance window. */
export function WindowView() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(windowQuery(id))
  return (
    <Page title={data?.name ?? 'A maintenance window'}>
      {error && <Failure error={error} what="The window cannot be shown" onRetry={() => refetch()} />}
      {data === undefined && !error && <Loading what="the window" />}
      {data !== undefined && <WindowForm key={data.id} window={data} />}
    </Page>
  )
}
