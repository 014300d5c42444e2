import { RELATION_SOURCES, rankOf } from '../../packages/core/src/pure.js'

/**
 * The topologies to check. Topologies of schemaVersion 1 are excluded: they are trees of an earlier release, which may
 * violate every rule.
 */
const GRAPHS = 'topology where schema_version = 2'

export const TOPOLOGIES: Readonly<Record<string, string>> = {
  'a service has two topologies': `select service, count(*) from ${GRAPHS} group by service having count(*) > 1`,
  'a topology has not exactly one service node': `select id from ${GRAPHS} and 1 <> (
    select count(*) from topology_node as node where node.topology_id = topology.id and kind = 'service')`,
  'a node hangs from nothing': `select node.topology_id, node.id, label
    from topology_node as node join topology on topology.id = node.topology_id and schema_version = 2
    where kind <> 'service' and not exists (
      select from topology_edge as edge where edge.topology_id = node.topology_id and edge.target = node.id)`,
  'a node says not where it is': `select node.topology_id, node.id, label
    from topology_node as node join topology on topology.id = node.topology_id and schema_version = 2
    where case kind
      when 'service' then environment is not null or resource is not null
      when 'environment' then environment is distinct from label or resource is not null
      when 'resource' then environment is null or resource is distinct from label
      else true end`,
}

const RANKS = RELATION_SOURCES.map((source) => `('${source}', ${rankOf(source)})`).join(', ')

/** Selects the relations that topologies draw: edges between two resource nodes of one environment. */
const DRAWN = `select topology.id as topology_id, topology.update_time,
    child.environment, child.resource, parent.resource as parent
  from topology
  join topology_edge as edge on edge.topology_id = topology.id
  join topology_node as parent on parent.id = edge.source
  join topology_node as child on child.id = edge.target
  where schema_version = 2 and parent.environment = child.environment
    and parent.resource is not null and child.resource is not null`

/**
 * Checks that the relations with the source `topology` are exactly the edges of topologies (rules.md#relation-sync). If
 * several topologies draw the same relation, it belongs to the one that was saved last (rules.md#relation-sync-4). A
 * test that itself deletes such a relation causes a violation.
 */
export const DRAWN_RELATIONS: Readonly<Record<string, string>> = {
  'a relation of a topology is no edge of it': `select source_ref, environment, resource, parent from relation
    where source = 'topology' and (source_ref, environment, resource, parent) not in (
      select topology_id, environment, resource, parent from (${DRAWN}) as drawn)`,
  'an edge of a topology is no relation': `select topology_id, environment, resource, parent from (${DRAWN}) as drawn
    where not exists (select from relation where relation.environment = drawn.environment
      and relation.resource = drawn.resource and relation.parent = drawn.parent and source <> 'policy')`,
  'a relation belongs to another topology than the one saved last': `select relation.id, source_ref, latest.topology_id
    from relation join (
      select distinct on (environment, resource, parent) environment, resource, parent, topology_id from (${DRAWN}) as drawn
      order by environment, resource, parent, update_time desc, topology_id desc
    ) as latest using (environment, resource, parent)
    where source = 'topology' and source_ref <> latest.topology_id`,
  'the rank of a relation is not that of its source': `select id, source, source_rank from relation
    where (source, source_rank) not in (values ${RANKS})`,
  'a resource is its own parent': 'select id, resource from relation where resource = parent',
}
