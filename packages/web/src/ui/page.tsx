import type { Severity } from '@opsgraph/core'
import { SEVERITY_COLORS } from '@opsgraph/draw'
import { type QueryCache, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { isForbidden } from '../api/api-error.js'
import { worstOpenQuery } from '../api/impact.js'
import { isLive } from '../api/queries.js'
import type { LiveState } from '../live/keep-following.js'
import { useLiveState } from '../live/live-updates.js'
import { formatDuration } from './format.js'
import { Icon } from './icon.js'
import { joinClasses } from './join-classes.js'
import mark from './mark.svg?raw'
import styles from './page.module.css'
import shared from './shared.module.css'

interface PageProps {
  /** The heading of the page, which is also the title of the browser tab. */
  readonly title: string
  /** Content beside the heading, such as a count or a state. */
  readonly aside?: ReactNode
  /** Buttons whose actions concern the whole page. */
  readonly actions?: ReactNode
  /** Whether the content fills the window without margins. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A page with its heading. If the page has live data, the heading says how old the data is. */
export function Page({ title, aside, actions, isWide = false, children }: PageProps) {
  useTabSign(title)
  return (
    <div className={joinClasses(styles.page, isWide && styles.wide)}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {aside}
        <div className={styles.actions}>
          <DataAge />
          {actions}
        </div>
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** A section of a page, in a box with its title. */
export function Section({ title, children }: SectionProps) {
  return (
    <section className={shared.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The milliseconds between two updates of the displayed text. */
const UPDATE_INTERVAL = 1_000

const LIVE_TEXTS: Readonly<Record<LiveState, { readonly text: string; readonly title: string }>> = {
  connecting: { text: '', title: '' },
  live: { text: 'live', title: 'Changes appear within seconds' },
  interrupted: {
    text: 'live updates are interrupted',
    title:
      'The stream of events is closed, or a proxy blocks it. The console keeps trying to open it, and reads the data of this page again at each attempt',
  },
  refused: {
    text: 'not live',
    title: 'The key may not read events, so this page reads its data again every 30 seconds',
  },
}

/**
 * Shows the age of the oldest live data of a page, and whether live updates work. Warns if they do not, or if the last
 * request failed. Shows nothing on a page without live data.
 */
function DataAge() {
  const cache = useQueryClient().getQueryCache()
  const state = useLiveState()
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), UPDATE_INTERVAL)
    return () => clearInterval(timer)
  }, [])
  const age = findOldestData(cache)
  if (age === undefined) return null
  const { milliseconds, isOld } = age
  const { text, title } = LIVE_TEXTS[state]
  const isInterrupted = state === 'interrupted'
  return (
    <span className={joinClasses(styles.age, (isOld || isInterrupted) && styles.old)} title={title}>
      {(isOld || isInterrupted) && <Icon name="alert" />}
      {text !== '' && <span className={joinClasses(state === 'live' && styles.live)}>{text}</span>}
      <span>
        {isOld ? `not updated for ${formatDuration(milliseconds)}` : `updated ${formatDuration(milliseconds)} ago`}
      </span>
      <span role="status" className="unseen">
        {isOld && 'The data of this page may be outdated.'} {isInterrupted && 'Live updates are interrupted.'}
      </span>
    </span>
  )
}

interface Age {
  readonly milliseconds: number
  /** Whether the last request for the data failed. */
  readonly isOld: boolean
}

function findOldestData(cache: QueryCache): Age | undefined {
  const now = Date.now()
  const ages = cache.findAll({ type: 'active' }).flatMap((query): Age[] => {
    const { dataUpdatedAt, status } = query.state
    if (!isLive(query) || query.meta?.isForTab || dataUpdatedAt === 0) return []
    return [{ milliseconds: Math.max(0, now - dataUpdatedAt), isOld: status === 'error' }]
  })
  // Data whose last request failed comes first, then the oldest data.
  return ages.sort((one, other) => Number(other.isOld) - Number(one.isOld) || other.milliseconds - one.milliseconds)[0]
}

/** What the title and the icon of a tab show: the worst open severity, `calm` (no severity), or `unknown`. */
type Sign = Severity | 'calm' | 'unknown'

/**
 * Shows the worst open severity in the title and in the icon of the tab, so that users see it even if the tab is in the
 * background.
 */
function useTabSign(title: string): void {
  const { data, error, isPaused } = useQuery(worstOpenQuery)
  const isDark = useSyncExternalStore(onThemeOfBrowser, isBrowserDark)
  // If a request fails in a hidden tab, the query client pauses before it tries again. The severity is unknown until
  // then.
  const sign = isPaused ? 'unknown' : chooseSign(data, error)
  useEffect(() => {
    document.title = [formatSign(sign), title, 'opsgraph'].filter((part) => part !== '').join(' · ')
  }, [sign, title])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon === null || sign === 'calm') return
    const own = icon.href
    icon.href = buildIcon(sign, isDark)
    return () => {
      icon.href = own
    }
  }, [sign, isDark])
}

/**
 * Returns the sign for the last answer. If the key may not read the impact, the tab shows no severity (`calm`). If the
 * last request failed for another reason, the last severity may be outdated, so the sign is `unknown`.
 */
function chooseSign(worst: Severity | null | undefined, error: Error | null): Sign {
  if (error !== null) return isForbidden(error) ? 'calm' : 'unknown'
  return worst ?? 'calm'
}

function formatSign(sign: Sign): string {
  if (sign === 'calm') return ''
  return sign === 'unknown' ? '? unknown' : `● ${sign}`
}

/**
 * Returns the logo of opsgraph in the color of the severity. The tab has the theme of the browser, which may differ
 * from the theme of the console.
 */
function buildIcon(sign: Exclude<Sign, 'calm'>, isDark: boolean): string {
  const color = SEVERITY_COLORS[sign][isDark ? 'dark' : 'light']
  const colored = mark.replace('#3355d1', color)
  return `data:image/svg+xml,${encodeURIComponent(isDark ? colored.replaceAll('#fff"', '#0d1014"') : colored)}`
}

const DARK = window.matchMedia('(prefers-color-scheme: dark)')

function isBrowserDark(): boolean {
  return DARK.matches
}

function onThemeOfBrowser(listener: () => void): () => void {
  DARK.addEventListener('change', listener)
  return () => DARK.removeEventListener('change', listener)
}
