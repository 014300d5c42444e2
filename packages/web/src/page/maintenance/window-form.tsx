import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useParams } from 'react-router'
import {
  changeWindow,
  createWindow,
  type MaintenanceWindow,
  type PreviewedWindow,
  type SentWindow,
  windowPreviewQuery,
  windowQuery,
} from '../../api/maintenance.js'
import { selectChanges } from '../../api/select-changes.js'
import { Failure } from '../../ui/failure.js'
import { SelectField, TextField } from '../../ui/field.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { useDraft } from '../../ui/use-draft.js'
import { FilterEditor } from '../policy/filter-editor.js'
import { EveryAlertCheckbox, LiveMatches, MatchPanel } from '../policy/live-matches.js'
import styles from '../policy/policy.module.css'
import { SavedForm } from '../policy/saved-form.js'
import { readAlertFilter, type SentFilter } from '../policy/sent-filter.js'
import { formatRule, type Recurrence, readRecurrence } from './recurrence.js'
import { RecurrenceFields } from './recurrence-fields.js'
import { readBrowserZone, toInstant, toLocalTime } from './zoned-time.js'

const DEPTHS = Array.from({ length: 11 }, (_, depth) => ({
  value: String(depth),
  label: depth === 0 ? 'no, only alerts that match' : depth === 1 ? '1 level up' : `${depth} levels up`,
}))

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/**
 * The form of a maintenance window. It also shows the current alerts that the window would hold.
 *
 * @param window the stored window; `undefined` if the form creates a new one
 */
function WindowForm({ window }: { readonly window: MaintenanceWindow | undefined }) {
  const { start, draft, change, field, isChanged } = useDraft(() =>
    window === undefined ? createDraft(new Date(), readBrowserZone()) : toDraft(window),
  )
  const { filters, hurtDepth } = draft
  const read = useMemo(() => readAlertFilter(filters), [filters])
  const zones = useId()
  const save = async () => {
    await (window === undefined
      ? createWindow(buildBody(draft))
      : changeWindow(window.id, selectChangedFields(draft, start)))
  }
  return (
    <SavedForm
      action={window === undefined ? 'Create' : 'Save'}
      save={save}
      queryKey={['windows']}
      list="/maintenance"
      isUnsaved={isChanged}
      faults={read.faults}
      aside={
        hurtDepth === '0' ? (
          <LiveMatches test={read.test} verb="match" />
        ) : (
          <HeldPreview filters={read.test && filters} hurtDepth={Number(hurtDepth)} />
        )
      }
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
      <section className={styles.section}>
        <div className={styles.fields}>
          <SelectField
            label="Also hold alerts of ancestors"
            hint="Up to this many levels in the resource graph above the resource of an alert that matches."
            path="hurtDepth"
            value={hurtDepth}
            options={DEPTHS}
            onValueChange={(next) => change({ hurtDepth: next })}
          />
        </div>
      </section>
      {read.matchesEverything && (
        <EveryAlertCheckbox
          label="Hold every alert of this installation"
          hint="The window has no clause. While it lasts, no alert hurts any service, and every alert has the status blackout."
        />
      )}
    </SavedForm>
  )
}

interface HeldPreviewProps {
  /** `undefined` if the filter has a fault. */
  readonly filters: SentFilter | undefined
  readonly hurtDepth: number
}

/**
 * Shows how many of the current alerts a window would hold (silence), and lists the first of them. It is for a window
 * that also holds alerts of ancestors: only the server can count these alerts, because the browser does not have the
 * resource graph.
 */
function HeldPreview({ filters, hurtDepth }: HeldPreviewProps) {
  const tried = { filters: filters as NonNullable<PreviewedWindow['filters']>, hurtDepth }
  const query = useQuery({ ...windowPreviewQuery(tried), enabled: filters !== undefined })
  return (
    <MatchPanel
      query={query}
      isFaulty={filters === undefined}
      matches={query.data}
      verb="would be held"
      formatNote={({ below }) => (below === null ? '' : `, above ${visibleText(below)}`)}
    />
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

/** A maintenance window in the form. */
interface WindowDraft extends Recurrence, Readonly<Pick<MaintenanceWindow, 'name' | 'text' | 'timezone'>> {
  /** The beginning and the end of the first occurrence, as local times of the time zone, such as `2030-01-31T02:00`. */
  readonly start: string
  readonly end: string
  readonly filters: SentFilter
  /** The depth as the user has typed it. */
  readonly hurtDepth: string
}

/** The duration of a new window in milliseconds. */
const DURATION = 3_600_000

function toDraft(window: MaintenanceWindow): WindowDraft {
  const { name, text, startTime, endTime, timezone, rrule, filters, hurtDepth } = window
  return {
    ...{ name, text, timezone, ...readRecurrence(rrule), filters: filters as SentFilter },
    hurtDepth: String(hurtDepth),
    ...{ start: toLocalTime(startTime, timezone), end: toLocalTime(endTime, timezone) },
  }
}

/** Returns a new window that begins now. */
function createDraft(now: Date, timezone: string): WindowDraft {
  const end = new Date(now.getTime() + DURATION)
  return {
    ...{ name: '', text: '', timezone, ...readRecurrence(null), filters: {}, hurtDepth: '0' },
    ...{ start: toLocalTime(now.toISOString(), timezone), end: toLocalTime(end.toISOString(), timezone) },
  }
}

/** Returns the body of the request. It may have faults, because the form does not validate it. */
function buildBody(draft: WindowDraft): SentWindow {
  const { name, text, start, end, timezone, filters, hurtDepth } = draft
  return {
    ...{ name, text, timezone, rrule: formatRule(draft), filters: filters as NonNullable<SentWindow['filters']> },
    hurtDepth: Number(hurtDepth),
    ...{ startTime: toInstant(start, timezone), endTime: toInstant(end, timezone) },
  }
}

/**
 * Returns the fields of a stored window that the user has changed. A new recurrence is sent together with the start and
 * the end that the form shows: the stored start may have milliseconds, and the server refuses such a start in a window
 * that repeats.
 */
function selectChangedFields(draft: WindowDraft, start: WindowDraft): Partial<SentWindow> {
  const body = buildBody(draft)
  const changes = selectChanges(body, buildBody(start))
  const { startTime, endTime } = body
  return typeof changes.rrule === 'string' ? { ...changes, startTime, endTime } : changes
}
