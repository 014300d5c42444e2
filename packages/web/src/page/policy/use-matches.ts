import { useEffect, useState } from 'react'
import type { Alert } from '../../api/schemas.js'

/** Milliseconds that the page may stand still while alerts are looked at. */
const SLICE = 10
/** Milliseconds without a change after which they are counted. */
const PAUSE = 150

/** The alerts that match, looked at in slices, so that the page answers meanwhile; `undefined` until all are. */
export function useMatches(test: ((alert: Alert) => boolean) | undefined, alerts: readonly Alert[] | undefined) {
  const [found, setFound] = useState<readonly Alert[]>()
  useEffect(() => {
    setFound(undefined)
    if (test === undefined || alerts === undefined) return
    const matches: Alert[] = []
    let next = 0
    let timer = 0
    const look = () => {
      next = lookOn(alerts, next, (alert) => test(alert) && matches.push(alert))
      if (next < alerts.length) timer = window.setTimeout(look)
      else setFound(matches)
    }
    timer = window.setTimeout(look, PAUSE)
    return () => window.clearTimeout(timer)
  }, [test, alerts])
  return found
}

/** Where the next slice begins. */
function lookOn(alerts: readonly Alert[], start: number, look: (alert: Alert) => unknown): number {
  const end = performance.now() + SLICE
  let next = start
  for (; next < alerts.length && performance.now() < end; next++) look(alerts[next] as Alert)
  return next
}
