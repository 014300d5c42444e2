/**
 * Stores the CMDB sources of the nodes with each topology, so that an import finds topologies without reading nodes.
 * The sources are a column of the small table `topology`: an index on the large table of nodes would make writing nodes
 * slower, while scanning a few thousand topologies takes a millisecond. This migration skips nodes whose params contain
 * text that SQL cannot read (U+0000, unpaired surrogates). The sources of these nodes are added when their topology is
 * saved next.
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
