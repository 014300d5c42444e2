import { useEffect, useState } from 'react'
import type { Alert } from '../../api/schemas.js'

/** Milliseconds for which testing alerts may block the page. */
const SLICE = 10
/** Debounce: milliseconds without a change after which counting starts. */
const PAUSE = 150

/** The alerts that match; `undefined` until all are tested. Tests them in slices, so that the page stays responsive. */
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

/** Tests one slice. Returns the index at which the next slice begins. */
function testSlice(alerts: readonly Alert[], start: number, testOne: (alert: Alert) => unknown): number {
  const end = performance.now() + SLICE
  let next = start
  for (; next < alerts.length && performance.now() < end; next++) testOne(alerts[next] as Alert)
  return next
}
