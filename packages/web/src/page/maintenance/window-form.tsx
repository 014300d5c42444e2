import { LIMITS } from '@opsgraph/core/pure'
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
import { buildBody, createDraft } from '../../api/noun-draft.js'
import { MAINTENANCE_WINDOW } from '../../api/nouns.js'
import type { SentFilter } from '../../api/schemas.js'
import { SelectField, TextField } from '../../ui/field.js'
import { Loaded } from '../../ui/loaded.js'
import { Page, Section } from '../../ui/page.js'
import { SavedForm } from '../../ui/saved-form.js'
import shared from '../../ui/shared.module.css'
import { useDraft } from '../../ui/use-draft.js'
import { FilterEditor } from '../policy/filter-editor.js'
import { EveryAlertCheckbox, LiveMatches, MatchPanel } from '../policy/live-matches.js'
import { readAlertFilter } from '../policy/sent-filter.js'
import { formatRule, RecurrenceFields, readRecurrence } from './recurrence.js'
import { readBrowserZone, toInstant, toLocalTime } from './zoned-time.js'

const DEPTHS = Array.from({ length: LIMITS.hurtDepth.max + 1 }, (_, depth) => ({
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
  const { draft, change, field, body, changes, isChanged } = useDraft(() => createWindowDraft(window), buildWindow)
  const { filters } = draft
  const read = useMemo(() => readAlertFilter(filters), [filters])
  const zones = useId()
  const save = async () => {
    if (window === undefined) return await createWindow(body)
    // A new recurrence is sent together with the start and the end that the form shows: the stored start may have
    // milliseconds, and the server refuses such a start in a window that repeats.
    const { startTime, endTime } = body
    await changeWindow(window.id, typeof changes.rrule === 'string' ? { ...changes, startTime, endTime } : changes)
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
        body.hurtDepth === 0 ? (
          <LiveMatches test={read.test} verb="match" />
        ) : (
          <HeldPreview filters={read.test && filters} hurtDepth={body.hurtDepth} />
        )
      }
    >
      <section className={shared.section}>
        <div className={shared.fields}>
          <TextField label="Name" {...field('name')} />
          <TextField label="What is done, and by whom" {...field('text')} />
        </div>
      </section>
      <Section title="When it lasts">
        <div className={shared.fields}>
          <TextField label="Start" type="datetime-local" {...field('startTime')} />
          <TextField label="End" type="datetime-local" {...field('endTime')} />
          <TextField
            label="Time zone"
            list={zones}
            hint="The start and the end are times of this zone."
            {...field('timezone')}
          />
          <RecurrenceFields recurrence={draft} start={draft.startTime} onChange={change} />
        </div>
        <datalist id={zones}>
          {ZONES.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Section>
      <FilterEditor
        label="Alerts that it holds"
        path="filters"
        filter={filters}
        onChange={(next) => change({ filters: next })}
        emptyMeans="Every alert is held."
      />
      <section className={shared.section}>
        <div className={shared.fields}>
          <SelectField
            label="Also hold alerts of ancestors"
            hint="Up to this many levels in the resource graph above the resource of an alert that matches."
            options={DEPTHS}
            {...field('hurtDepth')}
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
  readonly hurtDepth: PreviewedWindow['hurtDepth']
}

/**
 * Shows how many of the current alerts a window would hold (silence), and lists the first of them. It is for a window
 * that also holds alerts of ancestors: only the server can count these alerts, because the browser does not have the
 * resource graph.
 */
function HeldPreview({ filters, hurtDepth }: HeldPreviewProps) {
  const previewed = { filters: filters as NonNullable<PreviewedWindow['filters']>, hurtDepth }
  const query = useQuery({ ...windowPreviewQuery(previewed), enabled: filters !== undefined })
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
  const query = useQuery(windowQuery(id))
  return (
    <Page title={query.data?.name ?? 'A maintenance window'}>
      <Loaded query={query} what="the window" failed="The window cannot be shown">
        {(window) => <WindowForm window={window} />}
      </Loaded>
    </Page>
  )
}

/** The duration of a new window in milliseconds. */
const DURATION = 3_600_000

/** Returns the content of the form. Its times are local times of the time zone, such as `2030-01-31T02:00`. */
function createWindowDraft(window: MaintenanceWindow | undefined) {
  const [startTime, endTime] = [0, DURATION].map((offset) => new Date(Date.now() + offset).toISOString())
  const first = window ?? { startTime, endTime, timezone: readBrowserZone() }
  const { rrule, ...draft } = createDraft(MAINTENANCE_WINDOW, first)
  const show = (instant: string) => toLocalTime(instant, draft.timezone)
  return { ...draft, ...readRecurrence(rrule), startTime: show(draft.startTime), endTime: show(draft.endTime) }
}

function buildWindow(draft: ReturnType<typeof createWindowDraft>): SentWindow {
  const readTime = (local: string) => toInstant(local, draft.timezone)
  return {
    ...buildBody(MAINTENANCE_WINDOW, draft),
    rrule: formatRule(draft),
    startTime: readTime(draft.startTime),
    endTime: readTime(draft.endTime),
  }
}
