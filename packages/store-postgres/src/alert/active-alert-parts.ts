import type { Alert } from '@opsgraph/core'
import type { Session } from '../sql/database.js'
import { plainArray } from '../sql/values.js'
import { ALERT_COLUMNS, type AlertRow, IS_ACTIVE, toAlert } from './alert-rows.js'

/** Alerts with their revisions, keyed by the number of their part (0 to 1,023). */
export type AlertsByPart = ReadonlyMap<number, readonly { readonly alert: Alert; readonly revision: number }[]>

/** Reads the versions of the active alerts, by part. */
export async function activeVersions(session: Session): Promise<ReadonlyMap<number, string>> {
  const { rows } = await session.query<readonly [part: number, version: string]>({
    name: 'active-alerts-versions',
    keepsPlan: true,
    text: VERSIONS,
  })
  return new Map(rows)
}

/** Reads the active alerts of some parts, by part. */
export async function activeIn(session: Session, parts: readonly number[]): Promise<AlertsByPart> {
  const { rows } = await session.query<readonly [part: number, ...AlertRow]>({
    text: ACTIVE_IN,
    values: [plainArray(parts)],
  })
  const found = new Map<number, { alert: Alert; revision: number }[]>()
  for (const [part, ...row] of rows) {
    const versioned = { alert: toAlert(row), revision: row[7] }
    const known = found.get(part)
    if (known === undefined) found.set(part, [versioned])
    else known.push(versioned)
  }
  return found
}

/**
 * The number of the part that an alert belongs to, from 0 to 1,023; the first column of the index `alert_active_part`.
 */
const PART = '(hashtextextended(id, 0) & 1023)::int'

/**
 * The id and the revision identify what an alert contains, so a sum of their hashes identifies all alerts of a part.
 * The revision is the seed of the hash, which costs half of the time of a text that contains both.
 */
const VERSIONS = `select ${PART}, concat_ws(' ', count(*), sum(hashtextextended(id, revision)))
  from alert where ${IS_ACTIVE} group by 1`

const ACTIVE_IN = `select ${PART}, ${ALERT_COLUMNS} from alert
  where ${IS_ACTIVE} and ${PART} = any($1::int[])`
