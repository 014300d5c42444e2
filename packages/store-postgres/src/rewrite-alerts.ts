import { ALERT_COLUMNS, type AlertRow, saveAlerts, toAlert, writeDocument } from './alert-rows.js'
import type { Session } from './database.js'

/** The maximum number of alerts that are in memory at the same time. */
const ALERTS_AT_ONCE = 500

/**
 * Writes each stored alert again, so that it has a value in every column that this release writes. SQL alone could not
 * compute some of these values: PostgreSQL does not convert case in the same way on every server, and it refuses to
 * read a text from a JSON document if the text contains U+0000.
 */
export async function rewriteAlerts(session: Session): Promise<void> {
  let rows = await alertsAfter(session, '')
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    await session.query(saveAlerts(rows.map(rewritten)))
    rows = await alertsAfter(session, last[0])
  }
}

function rewritten(row: AlertRow) {
  const alert = toAlert(row)
  return { alert, document: writeDocument(alert), revision: row[7] + 1 }
}

async function alertsAfter(session: Session, id: string): Promise<readonly AlertRow[]> {
  const text = `select ${ALERT_COLUMNS} from alert where id > $1::text order by id limit ${ALERTS_AT_ONCE}`
  return (await session.query<AlertRow>({ text, values: [id] })).rows
}
