import { compareNames } from '../name.js'
import type { Alert } from './alert.js'
import { NO_FINGERPRINTS } from './fingerprints.js'

/** Returns the alert without `firing`, which answers never contain. */
export function showAlert(alert: Alert): Alert {
  if (alert.firing === undefined) return alert
  const { firing, ...shown } = alert
  return shown
}

/** Returns the alert with its open fingerprints, the first opened first (rules.md#fingerprints). */
export function showWholeAlert(alert: Alert): Alert {
  const { open } = alert.firing ?? NO_FINGERPRINTS
  const sorted = open.toSorted((left, right) => compareNames(left.since, right.since))
  const fingerprints = sorted.map(({ fingerprint, severity, since, text }) => ({ fingerprint, severity, since, text }))
  return { ...showAlert(alert), fingerprints }
}
