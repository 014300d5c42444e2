import type { Run } from '../invariants/check-invariants.js'

/**
 * Selects the stored results of the steps in `writers.ts` as keys and values. A partial write gives a value that no
 * step has sent, so that the ledger reports it.
 */
const REGISTERS = `
  select 'alert ' || resource as key, severity as value from alert where environment = 'Ledger' and resource like 'hook-%'
  union all select 'firing ' || resource, string_agg(event || ' ' || (document ->> 'openCount'), ' ' order by event)
    from alert where resource like 'moved-%' and status not in ('closed', 'expired') group by resource
  union all select 'correlated ' || resource, string_agg(event || ' ' || (document ->> 'openCount'), ' ' order by event)
    from alert where resource like 'correlated-%' group by resource
  union all select 'relation ' || resource, parent from relation where environment = 'Ledger' and source = 'manual'
  union all select 'bulk ' || parent, count(*)::text from relation where environment = 'Bulk' group by parent
  union all select 'import ' || environment, string_agg(distinct parent, ' ') || ' ' || count(*)
    from relation where source = 'cmdb' group by environment
  union all select 'webhook ' || id, name from webhook where id like 'hook-%'
  union all select 'topology ' || service, description || ' ' || count(resource) || ' ' || string_agg(
      distinct split_part(resource, '.', 1), ' ')
    from topology join topology_node as node on topology_id = topology.id
    where service like 'ledger-%' group by service, description`

export async function readRegisters(run: Run): Promise<ReadonlyMap<string, string>> {
  const rows = await run(REGISTERS)
  return new Map(rows.map(({ key, value }) => [String(key), String(value)]))
}

/**
 * Selects the webhooks whose number of counted deliveries differs from their number of alerts. A delivery is counted in
 * the same transaction that creates its alert.
 */
export const COUNTED_AS_CREATED = `select webhook_tally.id, payloads, count(alert.id) as alerts
  from webhook_tally left join alert on resource like webhook_tally.id || '-%' and environment = 'Ledger'
  where webhook_tally.id like 'hook-%' group by webhook_tally.id, payloads having payloads <> count(alert.id)`
