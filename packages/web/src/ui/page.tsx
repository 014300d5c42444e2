import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { classes } from './classes.js'
import { Icon } from './icon.js'
import styles from './page.module.css'
import { durationOf } from './time-ago.js'

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

/** A page with its heading. If the page requests its data again and again, the heading says how old they are. */
export function Page({ title, aside, actions, isWide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · opsgraph`
  }, [title])
  return (
    <div className={classes(styles.page, isWide && styles.wide)}>
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
const PACE = 1_000
/** Data are old after two requests should have been answered, and have not been. */
const OLD = 2.5

/**
 * Shows how old the data of a page are that the page requests again and again; of several such data, the oldest. If two
 * requests in a row brought no answer, warns. Shows nothing on a page without such data.
 */
function DataAge() {
  const cache = useQueryClient().getQueryCache()
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), PACE)
    return () => clearInterval(timer)
  }, [])
  const age = ageOf(cache)
  if (age === undefined) return null
  const { milliseconds, isOld } = age
  return (
    <span className={classes(styles.age, isOld && styles.old)}>
      {isOld && <Icon name="alert" />}
      {isOld ? `not updated for ${durationOf(milliseconds)}` : `updated ${durationOf(milliseconds)} ago`}
      <span role="status" className="unseen">
        {isOld && 'The data of this page are old.'}
      </span>
    </span>
  )
}

interface Age {
  readonly milliseconds: number
  readonly isOld: boolean
}

function ageOf(cache: QueryCache): Age | undefined {
  const now = Date.now()
  const ages = cache.findAll({ type: 'active' }).flatMap(({ state, observers }): Age[] => {
    const paces = observers.flatMap(({ options }) =>
      typeof options.refetchInterval === 'number' ? options.refetchInterval : [],
    )
    if (paces.length === 0 || state.dataUpdatedAt === 0) return []
    const milliseconds = Math.max(0, now - state.dataUpdatedAt)
    return [{ milliseconds, isOld: milliseconds > OLD * Math.min(...paces) }]
  })
  // Old data go before younger ones, even if these are requested less often.
  return ages.sort((one, other) => Number(other.isOld) - Number(one.isOld) || other.milliseconds - one.milliseconds)[0]
}
