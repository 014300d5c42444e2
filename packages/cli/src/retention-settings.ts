import { LIMITS, type Opsgraph } from '@opsgraph/core'
import type { SettingReader } from './setting-reader.js'

/** For each kind of old data, the number of days for which the server keeps it; 0 = forever. */
export type Retention = Parameters<Opsgraph['removeOld']>[0]

const DEFAULTS: Retention = { alertDays: 90, auditDays: 400 }

export function readRetention(reader: SettingReader): Retention {
  return {
    alertDays: reader.wholeNumber('alertRetentionDays', LIMITS.retentionDays) ?? DEFAULTS.alertDays,
    auditDays: reader.wholeNumber('auditRetentionDays', LIMITS.retentionDays) ?? DEFAULTS.auditDays,
  }
}
