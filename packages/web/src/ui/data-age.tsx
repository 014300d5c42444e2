import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { classes } from './classes.js'
import styles from './data-age.module.css'
import { Icon } from './icon.js'
import { durationOf } from './time-ago.js'

/** The milliseconds between two updates of the displayed text. */
const PACE = 1_000
/** Data are old after two requests should have been answered, and have not been. */
const OLD = 2.5

/**
 * Shows how old the data of a page are that the page requests again and again; of several such data, the oldest. If two
 * requests in a row brought no answer, warns. Shows nothing on a page without such data.
 */
export function DataAge() {
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
