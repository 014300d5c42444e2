/**
 * The claims of relations: what each source declares (`docs/decision/0014-plain-sql.md`). Every relation has a claim
 * with the `source` and the `source_ref` that the relation itself shows.
 *
 * `origin` stands for `source` and `source_ref` in the key. It is never null, and has a limited length: the key of a
 * relation alone may have 2,295 of the 2,704 bytes that an entry of an index has at most.
 *
 * - `relation_claim_key`: find the claims of relations, and the claims of an origin for a resource;
 * - `relation_claim_origin`: find the claims of a topology or of a CMDB source.
 *
 * Half of each page stays free and no index contains `last_time`, as in `relation`: a confirmation changes no index.
 *
 * If `relation` is spread over the workers of Citus, this table is spread like it. Each stored relation gets a claim.
 * The edges of topologies get the claims that a topology made when it was saved, if the relation is still stored.
 */
export const RELATION_CLAIMS = `
create table relation_claim (
  first_time timestamptz(3) not null,
  last_time timestamptz(3) not null,
  is_replaceable boolean not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  parent text collate "C" not null,
  origin text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C",
  constraint relation_claim_key primary key (environment, resource, parent, origin)
) with (fillfactor = 50);
create index relation_claim_origin on relation_claim (origin);
${spreadLikeRelationSql()};
${claimsFromSql('relation', 'create_time, update_time, environment, resource, parent, source, source_ref')};
${claimsFromSql(
  `topology_edge as edge
    join topology on topology.id = edge.topology_id and topology.schema_version = 2
    join topology_node as child on child.id = edge.target and child.kind = 'resource'
    join topology_node as above on above.id = edge.source and above.kind = 'resource'
      and above.environment = child.environment
    join relation on relation.environment = child.environment and relation.resource = child.resource
      and relation.parent = above.resource`,
  `topology.update_time, topology.update_time, child.environment, child.resource, above.resource, 'topology', topology.id`,
)};
drop index topology_edge_target;
`

/** The statement is on one line, because a migration is split at line ends behind semicolons. */
function spreadLikeRelationSql(): string {
  const isSpread = `exists (select from pg_dist_partition where logicalrelid = 'relation'::regclass)`
  const spread = `perform create_distributed_table('relation_claim', 'resource', colocate_with => 'relation');`
  const sequential = `set local citus.multi_shard_modify_mode = 'sequential';`
  return `do $$ begin if to_regclass('pg_catalog.pg_dist_partition') is not null then if ${isSpread} then ${sequential} ${spread} end if; end if; end $$`
}

/** @param columns first_time, last_time, environment, resource, parent, source, source_ref */
function claimsFromSql(rows: string, columns: string): string {
  return `insert into relation_claim
    (first_time, last_time, is_replaceable, environment, resource, parent, origin, source, source_ref)
  select first_time, last_time, false, environment, resource, parent,
    source || case when source_ref is null then '' when octet_length(source_ref) <= 100 then ':' || source_ref
      else '#' || encode(sha256(convert_to(source_ref, 'UTF8')), 'hex') end,
    source, source_ref
  from (select ${columns} from ${rows}) as claimed
    (first_time, last_time, environment, resource, parent, source, source_ref)
  on conflict do nothing`
}
