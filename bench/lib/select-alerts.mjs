import { ACTIVE_STATUSES } from '@opsgraph/core/pure'
import { SERVICE } from './alerts.mjs'

/** @import { Client, Pool } from 'pg' */

/**
 * Selects the active alerts of `SERVICE`. Returns the rows as the driver returns them.
 *
 * @param {Client | Pool} database
 */
export async function selectAlerts(database) {
  const { rows } = await database.query({
    name: 'plain-alerts',
    text: `select id, environment, resource, event, severity, status, document from alert
      where service @> $1 and status = any($2) order by create_time, id`,
    values: [[SERVICE], ACTIVE_STATUSES],
  })
  return rows
}
