import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { isLive } from '../api/queries.js'
import type { LiveState } from '../live/keep-following.js'
import { useLiveState } from '../live/live-updates.js'
import { Icon } from './icon.js'
import { joinClasses } from './join-classes.js'
import styles from './page.module.css'
import { useTabSign } from './tab-sign.js'
import { formatDuration } from './time-ago.js'

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
