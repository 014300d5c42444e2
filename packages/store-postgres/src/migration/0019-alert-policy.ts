/**
 * Alert policies; not sharded in a distributed database. The column `run_order` has the field `order` of a policy:
 * `order` itself is a reserved word of SQL.
 */
export const CREATE_ALERT_POLICY = `
create table alert_policy (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamptz(3) not null,
  run_order integer not null,
  webhook_id text collate "C",
  update_time timestamptz(3) not null,
  filters json not null,
  actions json not null
);
create index alert_policy_name on alert_policy using hash (name);
create index alert_policy_description on alert_policy using hash (description);
create index alert_policy_status on alert_policy (status, run_order, create_time, id);
create index alert_policy_order on alert_policy (run_order, create_time, id);
create index alert_policy_create_time on alert_policy (create_time, id);
create index alert_policy_update_time on alert_policy (update_time, id);
create index alert_policy_webhook on alert_policy (webhook_id, id);
`
