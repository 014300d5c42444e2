/** API keys; not sharded in a distributed database. Only the digest of a secret is stored. */
export const CREATE_ACCESS = `
create table api_key (
  id text collate "C" primary key,
  digest text collate "C" not null unique,
  user_name text collate "C" not null,
  scopes json not null,
  text text collate "C" not null,
  create_time timestamptz(3) not null,
  expire_time timestamptz(3),
  last_used_time timestamptz(3)
);
create index api_key_user on api_key using hash (user_name);
create index api_key_create_time on api_key (create_time, id);
`
