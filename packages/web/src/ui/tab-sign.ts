import type { Severity } from '@opsgraph/core'
import { SEVERITY_COLORS } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isForbidden } from '../api/api-error.js'
import { worstOpenQuery } from '../api/impact.js'
import mark from './mark.svg?raw'

/** What the title and the icon of a tab show: the worst open severity, `calm` (no severity), or `unknown`. */
type Sign = Severity | 'calm' | 'unknown'

/**
 * Shows the worst open severity in the title and in the icon of the tab, so that users see it even if the tab is in the
 * background.
 */
export function useTabSign(title: string): void {
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
