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

/** Selects the claims that topologies make: edges between two resource nodes of one environment. */
const DRAWN = `select topology.id as source_ref, child.environment, child.resource, parent.resource as parent
  from topology
  join topology_edge as edge on edge.topology_id = topology.id
  join topology_node as parent on parent.id = edge.source
  join topology_node as child on child.id = edge.target
  where schema_version = 2 and parent.environment = child.environment
    and parent.resource is not null and child.resource is not null`

/**
 * Checks that every relation shows one of its claims, and none is stronger (rules.md#relation-claims), and that the
 * claims of topologies are exactly their edges (rules.md#relation-sync). A test that itself deletes the relation of an
 * edge causes a violation.
 */
export const DRAWN_RELATIONS: Readonly<Record<string, string>> = {
  'a claim of a topology is no edge of it': `select source_ref, environment, resource, parent from relation_claim
    where source = 'topology' and (source_ref, environment, resource, parent) not in (
      select source_ref, environment, resource, parent from (${DRAWN}) as drawn)`,
  'an edge of a topology is no claim': `${DRAWN} and not exists (select from relation_claim as claim
    where claim.environment = child.environment and claim.resource = child.resource
      and claim.parent = parent.resource and claim.origin = 'topology:' || topology.id)`,
  'a relation shows none of its claims': `select id, source, source_ref from relation
    where not exists (select from relation_claim as claim where claim.environment = relation.environment
      and claim.resource = relation.resource and claim.parent = relation.parent
      and claim.source = relation.source and claim.source_ref is not distinct from relation.source_ref)`,
  'a claim is stronger than its relation shows': `select claim.origin, relation.source
    from relation_claim as claim left join relation using (environment, resource, parent)
    where relation.id is null or source_rank > (select rank from (values ${RANKS}) as known (source, rank)
      where known.source = claim.source)`,
  'the rank of a relation is not that of its source': `select id, source, source_rank from relation
    where (source, source_rank) not in (values ${RANKS})`,
  'a resource is its own parent': 'select id, resource from relation where resource = parent',
}
