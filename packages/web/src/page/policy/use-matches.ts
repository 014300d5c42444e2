import { useEffect, useState } from 'react'
import type { Alert } from '../../api/schemas.js'

/** The length of a time slice in milliseconds. The page cannot react to the user while alerts are tested in a slice. */
const SLICE = 10
/** Debounce time: matching alerts are counted when the filter has not changed for this many milliseconds. */
const PAUSE = 150

/**
 * Returns the alerts that match a filter; `undefined` until all alerts are tested. The alerts are tested in slices, so
 * that the page stays responsive.
 */
export function useMatches(test: ((alert: Alert) => boolean) | undefined, alerts: readonly Alert[] | undefined) {
  const [found, setFound] = useState<readonly Alert[]>()
  useEffect(() => {
    setFound(undefined)
    if (test === undefined || alerts === undefined) return
    const matches: Alert[] = []
    let next = 0
    let timer = 0
    const run = () => {
      next = testSlice(alerts, next, (alert) => test(alert) && matches.push(alert))
      if (next < alerts.length) timer = window.setTimeout(run)
      else setFound(matches)
    }
    timer = window.setTimeout(run, PAUSE)
    return () => window.clearTimeout(timer)
  }, [test, alerts])
  return found
}

/** Tests one slice of the alerts. Returns the index at which the next slice begins. */
function testSlice(alerts: readonly Alert[], start: number, testOne: (alert: Alert) => unknown): number {
  const end = performance.now() + SLICE
  let next = start
  for (; next < alerts.length && performance.now() < end; next++) testOne(alerts[next] as Alert)
  return next
}
