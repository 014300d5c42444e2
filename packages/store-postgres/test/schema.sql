create table alert (
  create_time timestamp(3) with time zone not null,
  last_receive_time timestamp(3) with time zone not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  event text collate "C" not null,
  severity text collate "C" not null,
  status text collate "C" not null,
  id text collate "C" not null,
  service text[] collate "C" not null,
  document json not null,
  revision bigint not null default 0,
  due_time timestamp(3) with time zone,
  severity_rank smallint not null default 0,
  text_digest text collate "C" not null default ''::text,
  tags text[] collate "C" not null default '{}'::text[],
  search text collate "C" not null default ''::text,
  update_time timestamp(3) with time zone not null default 'infinity'::timestamp with time zone,
  active_since timestamp(3) with time zone not null default 'infinity'::timestamp with time zone,
  firing json,
  open_fingerprints text[] collate "C",
  correlate text[] collate "C",
  window_id text collate "C",
  assignee text collate "C"
);

create table alert_policy (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamp(3) with time zone not null,
  run_order integer not null,
  webhook_id text collate "C",
  update_time timestamp(3) with time zone not null,
  filters json not null,
  actions json not null
);

create table api_key (
  id text collate "C" not null,
  digest text collate "C" not null,
  user_name text collate "C" not null,
  scopes json not null,
  text text collate "C" not null,
  create_time timestamp(3) with time zone not null,
  expire_time timestamp(3) with time zone,
  last_used_time timestamp(3) with time zone
);

create table audit_entry (
  create_time timestamp(3) with time zone not null,
  id text collate "C" not null,
  event text collate "C" not null,
  type text collate "C" not null,
  user_name text collate "C" not null,
  resource_id text collate "C",
  document json not null
);

create table heartbeat (
  id text collate "C" not null,
  origin text collate "C" not null,
  create_time timestamp(3) with time zone not null,
  receive_time timestamp(3) with time zone not null,
  expire_time timestamp(3) with time zone,
  is_slow boolean not null,
  is_missed boolean not null,
  document json not null
);

create table maintenance_window (
  id text collate "C" not null,
  name text collate "C" not null,
  created_by text collate "C" not null,
  start_time timestamp(3) with time zone not null,
  end_time timestamp(3) with time zone not null,
  over_time timestamp(3) with time zone,
  create_time timestamp(3) with time zone not null,
  update_time timestamp(3) with time zone not null,
  document json not null
);

create table policy_revision (
  id boolean not null default true,
  revision uuid not null
);

create table redundancy_revision (
  id boolean not null default true,
  revision uuid not null
);

create table redundancy_rule (
  id text collate "C" not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C",
  create_time timestamp(3) with time zone not null,
  update_time timestamp(3) with time zone not null,
  document json not null,
  search text collate "C" not null
);

create table relation (
  update_time timestamp(3) with time zone not null,
  create_time timestamp(3) with time zone not null,
  source_rank smallint not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  parent text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C",
  id text collate "C" not null
) with (fillfactor=50);

create table relation_change (
  number bigint not null generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  environment text collate "C" not null,
  written_at timestamp(3) with time zone not null default now(),
  size integer not null,
  links json not null
);

create table relation_claim (
  first_time timestamp(3) with time zone not null,
  last_time timestamp(3) with time zone not null,
  is_replaceable boolean not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  parent text collate "C" not null,
  origin text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C"
) with (fillfactor=50);

create table relation_log (
  pruned xid8 not null
);

create table relation_policy (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamp(3) with time zone not null,
  parent text collate "C" not null,
  filters json not null
);

create table resource_alias (
  id text collate "C" not null,
  environment text collate "C" not null,
  alias text collate "C" not null,
  resource text collate "C" not null,
  create_time timestamp(3) with time zone not null,
  update_time timestamp(3) with time zone not null
);

create table schema_migration (
  version integer not null,
  name text collate "C" not null,
  applied_at timestamp(3) with time zone not null default now()
);

create table service_catalog (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  icon text collate "C" not null,
  alert_impact json not null,
  owner text collate "C" not null default ''::text,
  runbook text collate "C" not null default ''::text,
  links json not null default '[]'::json
);

create table service_transition (
  service text collate "C" not null,
  sequence integer not null,
  time timestamp(3) with time zone not null,
  severity_before text collate "C",
  severity text collate "C",
  acknowledged boolean not null,
  causes json not null,
  is_newest boolean not null,
  acknowledged_severity text collate "C"
);

create table subscription (
  id text collate "C" not null,
  name text collate "C" not null,
  format text collate "C" not null,
  enabled boolean not null,
  create_time timestamp(3) with time zone not null,
  update_time timestamp(3) with time zone not null,
  document json not null,
  search text collate "C" not null,
  progress json
);

create table subscription_delivery (
  subscription_id text collate "C" not null,
  number bigint not null generated always as identity,
  time timestamp(3) with time zone not null,
  document json not null
);

create table subscription_owed (
  subscription_id text collate "C" not null,
  kind text collate "C" not null,
  object text collate "C" not null,
  due timestamp(3) with time zone,
  rank integer not null,
  claimed_until timestamp(3) with time zone,
  owed json not null
);

create table subscription_revision (
  id boolean not null default true,
  revision uuid not null
);

create table topology (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  service text collate "C" not null,
  service_kpi text collate "C",
  orientation text collate "C" not null,
  schema_version smallint not null,
  create_time timestamp(3) with time zone not null,
  update_time timestamp(3) with time zone not null,
  nodes_digest text collate "C" not null default ''::text,
  edges_digest text collate "C" not null default ''::text,
  cmdb_sources text[] collate "C" not null default '{}'::text[]
);

create table topology_edge (
  topology_id text collate "C" not null with (n_distinct=-0.02),
  ordinal bigint not null,
  id text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null
);

create table topology_node (
  id text collate "C" not null,
  topology_id text collate "C" not null with (n_distinct=-0.02),
  ordinal bigint not null,
  kind text collate "C" not null,
  label text collate "C" not null,
  environment text collate "C",
  resource text collate "C",
  icon text collate "C" not null,
  params json not null,
  hierarchy_config json not null,
  x double precision not null,
  y double precision not null,
  claims text collate "C"
);

create table topology_tree (
  topology_id text collate "C" not null,
  tree text not null
);

create table webhook (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  source_id text collate "C" not null,
  created_by text collate "C" not null,
  enabled boolean not null,
  create_time timestamp(3) with time zone not null,
  update_time timestamp(3) with time zone not null,
  document json not null,
  expect_every integer
);

create table webhook_delivery (
  webhook_id text collate "C" not null,
  key text collate "C" not null,
  expires timestamp(3) with time zone not null
);

create table webhook_history (
  webhook_id text collate "C" not null,
  kind text collate "C" not null,
  slot smallint not null,
  sequence bigint not null,
  received_at timestamp(3) with time zone not null,
  entry json not null
) with (fillfactor=50, toast_tuple_target=4080);

create table webhook_revision (
  id boolean not null default true,
  revision uuid not null
);

create table webhook_tally (
  payloads bigint not null default 0,
  errors bigint not null default 0,
  last_payload_at timestamp(3) with time zone,
  last_error_at timestamp(3) with time zone,
  id text collate "C" not null,
  waiting_since timestamp(3) with time zone,
  silent_since timestamp(3) with time zone
) with (fillfactor=50);

create table weight_policy (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamp(3) with time zone not null,
  weight double precision not null,
  topology_id text collate "C",
  filters json not null
);

alter table alert add constraint alert_key PRIMARY KEY (environment, resource, event);
alter table alert_policy add constraint alert_policy_pkey PRIMARY KEY (id);
alter table api_key add constraint api_key_digest_key UNIQUE (digest);
alter table api_key add constraint api_key_pkey PRIMARY KEY (id);
alter table heartbeat add constraint heartbeat_origin_key UNIQUE (origin);
alter table heartbeat add constraint heartbeat_pkey PRIMARY KEY (id);
alter table maintenance_window add constraint maintenance_window_pkey PRIMARY KEY (id);
alter table policy_revision add constraint policy_revision_id_check CHECK (id);
alter table policy_revision add constraint policy_revision_pkey PRIMARY KEY (id);
alter table redundancy_revision add constraint redundancy_revision_id_check CHECK (id);
alter table redundancy_revision add constraint redundancy_revision_pkey PRIMARY KEY (id);
alter table redundancy_rule add constraint redundancy_rule_environment_resource_key UNIQUE (environment, resource);
alter table redundancy_rule add constraint redundancy_rule_pkey PRIMARY KEY (id);
alter table relation add constraint relation_key PRIMARY KEY (environment, resource, parent);
alter table relation_change add constraint relation_change_pkey PRIMARY KEY (number);
alter table relation_claim add constraint relation_claim_key PRIMARY KEY (environment, resource, parent, origin);
alter table relation_policy add constraint relation_policy_pkey PRIMARY KEY (id);
alter table resource_alias add constraint resource_alias_environment_alias_key UNIQUE (environment, alias);
alter table resource_alias add constraint resource_alias_pkey PRIMARY KEY (id);
alter table schema_migration add constraint schema_migration_pkey PRIMARY KEY (version);
alter table service_catalog add constraint service_catalog_pkey PRIMARY KEY (id);
alter table service_transition add constraint service_transition_pkey PRIMARY KEY (service, sequence);
alter table subscription add constraint subscription_pkey PRIMARY KEY (id);
alter table subscription_delivery add constraint subscription_delivery_pkey PRIMARY KEY (subscription_id, number);
alter table subscription_owed add constraint subscription_owed_pkey PRIMARY KEY (subscription_id, kind, object);
alter table subscription_revision add constraint subscription_revision_id_check CHECK (id);
alter table subscription_revision add constraint subscription_revision_pkey PRIMARY KEY (id);
alter table topology add constraint topology_pkey PRIMARY KEY (id);
alter table topology_edge add constraint topology_edge_pkey PRIMARY KEY (topology_id, ordinal);
alter table topology_node add constraint topology_node_pkey PRIMARY KEY (id);
alter table topology_tree add constraint topology_tree_pkey PRIMARY KEY (topology_id);
alter table webhook add constraint webhook_pkey PRIMARY KEY (id);
alter table webhook_delivery add constraint webhook_delivery_pkey PRIMARY KEY (webhook_id, key);
alter table webhook_history add constraint webhook_history_pkey PRIMARY KEY (webhook_id, kind, slot);
alter table webhook_revision add constraint webhook_revision_id_check CHECK (id);
alter table webhook_revision add constraint webhook_revision_pkey PRIMARY KEY (id);
alter table webhook_tally add constraint webhook_tally_pkey PRIMARY KEY (id);
alter table weight_policy add constraint weight_policy_pkey PRIMARY KEY (id);

CREATE INDEX alert_active_part ON alert USING btree ((((hashtextextended(id, (0)::bigint) & (1023)::bigint))::integer), id, revision) WHERE (status <> ALL (ARRAY['closed'::text, 'expired'::text]));
CREATE INDEX alert_assignee ON alert USING btree (assignee, create_time) WHERE (assignee IS NOT NULL);
CREATE INDEX alert_correlate ON alert USING btree (resource, environment) WHERE (correlate IS NOT NULL);
CREATE INDEX alert_create_time ON alert USING btree (create_time, id);
CREATE INDEX alert_due ON alert USING btree (due_time, id) WHERE (due_time IS NOT NULL);
CREATE INDEX alert_ended ON alert USING btree (GREATEST(update_time, last_receive_time), id) WHERE (status = ANY (ARRAY['closed'::text, 'expired'::text]));
CREATE INDEX alert_event ON alert USING btree (event, resource);
CREATE INDEX alert_id ON alert USING btree (id);
CREATE INDEX alert_last_receive_time ON alert USING btree (last_receive_time, id);
CREATE INDEX alert_open_fingerprint ON alert USING gin (open_fingerprints) WHERE ((open_fingerprints IS NOT NULL) AND (status <> ALL (ARRAY['closed'::text, 'expired'::text])));
CREATE INDEX alert_resource ON alert USING btree (resource, event);
CREATE INDEX alert_service ON alert USING gin (service);
CREATE INDEX alert_severity ON alert USING btree (severity, create_time);
CREATE INDEX alert_status ON alert USING btree (status, create_time);
CREATE INDEX alert_window ON alert USING btree (window_id, create_time) WHERE (window_id IS NOT NULL);
CREATE INDEX alert_worst ON alert USING btree (severity_rank, active_since DESC, id DESC);
CREATE INDEX alert_policy_create_time ON alert_policy USING btree (create_time, id);
CREATE INDEX alert_policy_description ON alert_policy USING hash (description);
CREATE INDEX alert_policy_name ON alert_policy USING hash (name);
CREATE INDEX alert_policy_order ON alert_policy USING btree (run_order, create_time, id);
CREATE INDEX alert_policy_status ON alert_policy USING btree (status, run_order, create_time, id);
CREATE INDEX alert_policy_update_time ON alert_policy USING btree (update_time, id);
CREATE INDEX alert_policy_webhook ON alert_policy USING btree (webhook_id, id);
CREATE INDEX api_key_create_time ON api_key USING btree (create_time, id);
CREATE INDEX api_key_user ON api_key USING hash (user_name);
CREATE INDEX audit_entry_create_time ON audit_entry USING btree (create_time, id);
CREATE INDEX audit_entry_event ON audit_entry USING btree (event, create_time, id);
CREATE INDEX audit_entry_resource ON audit_entry USING btree (resource_id, create_time, id);
CREATE INDEX audit_entry_type ON audit_entry USING btree (type, create_time, id);
CREATE INDEX audit_entry_user ON audit_entry USING btree (user_name, create_time, id);
CREATE INDEX heartbeat_due ON heartbeat USING btree (expire_time, id) WHERE (NOT is_missed);
CREATE INDEX maintenance_window_create_time ON maintenance_window USING btree (create_time, id);
CREATE INDEX maintenance_window_created_by ON maintenance_window USING hash (created_by);
CREATE INDEX maintenance_window_end_time ON maintenance_window USING btree (end_time, id);
CREATE INDEX maintenance_window_name ON maintenance_window USING hash (name);
CREATE INDEX maintenance_window_over_time ON maintenance_window USING btree (over_time, id);
CREATE INDEX maintenance_window_start_time ON maintenance_window USING btree (start_time, id);
CREATE INDEX maintenance_window_update_time ON maintenance_window USING btree (update_time, id);
CREATE INDEX redundancy_rule_resource ON redundancy_rule USING hash (resource);
CREATE INDEX relation_create_time ON relation USING btree (create_time);
CREATE INDEX relation_environment ON relation USING btree (environment, id);
CREATE INDEX relation_id ON relation USING btree (id);
CREATE INDEX relation_lower_parent ON relation USING btree (lower(parent)) WHERE (parent <> lower(parent));
CREATE INDEX relation_lower_resource ON relation USING btree (lower(resource)) WHERE (resource <> lower(resource));
CREATE INDEX relation_parent ON relation USING btree (parent, environment, resource);
CREATE INDEX relation_resource ON relation USING btree (resource);
CREATE INDEX relation_source ON relation USING btree (source, id);
CREATE INDEX relation_source_ref ON relation USING btree (source_ref, id);
CREATE INDEX relation_change_transaction ON relation_change USING btree (transaction, environment);
CREATE INDEX relation_claim_origin ON relation_claim USING btree (origin);
CREATE INDEX relation_policy_create_time ON relation_policy USING btree (create_time, id);
CREATE INDEX relation_policy_description ON relation_policy USING hash (description);
CREATE INDEX relation_policy_name ON relation_policy USING hash (name);
CREATE INDEX relation_policy_parent ON relation_policy USING btree (parent, id);
CREATE INDEX relation_policy_status ON relation_policy USING btree (status, create_time, id);
CREATE INDEX resource_alias_name ON resource_alias USING btree (alias, environment);
CREATE INDEX resource_alias_resource ON resource_alias USING btree (resource, environment);
CREATE INDEX service_catalog_description ON service_catalog USING hash (description);
CREATE INDEX service_catalog_icon ON service_catalog USING hash (icon);
CREATE INDEX service_catalog_name ON service_catalog USING hash (name);
CREATE INDEX service_catalog_owner ON service_catalog USING hash (owner);
CREATE INDEX service_transition_hurt ON service_transition USING btree (service) WHERE (is_newest AND (severity IS NOT NULL));
CREATE INDEX service_transition_in_time ON service_transition USING btree ("time", service, sequence);
CREATE UNIQUE INDEX service_transition_newest ON service_transition USING btree (service) WHERE is_newest;
CREATE INDEX service_transition_old ON service_transition USING btree ("time", service, sequence) WHERE (NOT is_newest);
CREATE INDEX service_transition_time ON service_transition USING btree (service, "time", sequence);
CREATE INDEX subscription_owed_claimed ON subscription_owed USING btree (claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX subscription_owed_due ON subscription_owed USING btree (subscription_id, due) WHERE (due IS NOT NULL);
CREATE INDEX subscription_owed_object ON subscription_owed USING btree (object, kind);
CREATE INDEX subscription_owed_rank ON subscription_owed USING btree (rank, subscription_id);
CREATE INDEX topology_create_time ON topology USING btree (create_time, id);
CREATE INDEX topology_description ON topology USING hash (description);
CREATE INDEX topology_name ON topology USING btree (name, id);
CREATE INDEX topology_of_service ON topology USING btree (service, schema_version DESC, create_time, id);
CREATE INDEX topology_orientation ON topology USING btree (orientation);
CREATE INDEX topology_schema_version ON topology USING btree (schema_version);
CREATE UNIQUE INDEX topology_service ON topology USING btree (service) WHERE (schema_version = 2);
CREATE INDEX topology_service_kpi ON topology USING btree (service_kpi, id);
CREATE INDEX topology_update_time ON topology USING btree (update_time, id);
CREATE INDEX topology_node_resource ON topology_node USING btree (environment, resource);
CREATE INDEX topology_node_topology ON topology_node USING btree (topology_id);
CREATE INDEX webhook_create_time ON webhook USING btree (create_time, id);
CREATE INDEX webhook_created_by ON webhook USING hash (created_by);
CREATE INDEX webhook_description ON webhook USING hash (description);
CREATE INDEX webhook_expects ON webhook USING btree (id) WHERE (expect_every IS NOT NULL);
CREATE INDEX webhook_name ON webhook USING hash (name);
CREATE INDEX webhook_source ON webhook USING hash (source_id);
CREATE INDEX webhook_update_time ON webhook USING btree (update_time, id);
CREATE INDEX webhook_delivery_expires ON webhook_delivery USING btree (expires);
CREATE INDEX weight_policy_create_time ON weight_policy USING btree (create_time, id);
CREATE INDEX weight_policy_description ON weight_policy USING hash (description);
CREATE INDEX weight_policy_name ON weight_policy USING hash (name);
CREATE INDEX weight_policy_status ON weight_policy USING btree (status, create_time, id);
CREATE INDEX weight_policy_topology ON weight_policy USING btree (topology_id, id);
CREATE INDEX weight_policy_weight ON weight_policy USING btree (weight, id);

