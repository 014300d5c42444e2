/**
 * Which sources of a CMDB import a topology holds nodes of, so that an import finds them without looking into nodes.
 * Kept with the few topologies rather than the many nodes, whose writing it would make dearer: reading over all
 * topologies takes a millisecond for each few thousand. A topology whose params hold text that SQL cannot read (U+0000,
 * halves of surrogate pairs) tells its sources when it is saved next.
 */
export const ADD_CMDB_SOURCE = `
alter table topology add column cmdb_sources text[] collate "C" not null default '{}';
update topology set cmdb_sources = held.sources
from (
  select topology_id, array_agg(distinct source) as sources
  from (
    select topology_id, case
      when params::text !~ '"cmdbSource"' or params::text ~* '\\\\u(0000|d[89a-f])' then null
      when json_typeof(params -> 'cmdbSource') = 'string' then params ->> 'cmdbSource'
    end as source
    from topology_node
  ) as node
  where source is not null
  group by topology_id
) as held
where held.topology_id = topology.id;
`
