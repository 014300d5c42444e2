import type { Run } from './peek.js'

/** The schema as text. It is read only from the system catalog, so it is the same on every engine and version. */
export async function dumpSchema(run: Run): Promise<string> {
  const tables = (await run(TABLES)) as readonly { name: string; options: string | null; columns: readonly string[] }[]
  const indexes = (await run(INDEXES)) as readonly { definition: string }[]
  const triggers = (await run(TRIGGERS)) as readonly { definition: string }[]
  const constraints = (await run(CONSTRAINTS)) as readonly { definition: string }[]
  return [
    ...tables.map(({ name, options, columns }) => {
      const suffix = options === null ? '' : ` with (${options})`
      return `create table ${name} (\n  ${columns.join(',\n  ')}\n)${suffix};\n`
    }),
    ...constraints.map(({ definition }) => `${definition};`),
    '',
    ...indexes.map(({ definition }) => `${definition};`),
    '',
    ...triggers.map(({ definition }) => `${definition};`),
    '',
  ].join('\n')
}

const TABLES = `select c.relname as name, array_to_string(c.reloptions, ', ') as options,
    (select json_agg(
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || coalesce(' collate "' || (select l.collname from pg_collation l
        where l.oid = a.attcollation and l.collname <> 'default') || '"', '')
      || case when a.attnotnull then ' not null' else '' end
      || case when a.attidentity = 'a' then ' generated always as identity' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      || coalesce(' with (' || array_to_string(a.attoptions, ', ') || ')', '')
      order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  order by c.relname collate "C"`

const CONSTRAINTS = `select
    'alter table ' || c.relname || ' add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = current_schema()::regnamespace and k.contype <> 'n'
  order by c.relname collate "C", k.conname collate "C"`

const INDEXES = `select replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '') as definition
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
  where t.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  order by t.relname collate "C", c.relname collate "C"`

/** Selects the trigger functions first, then the triggers that run them. */
const TRIGGERS = `select replace(definition, current_schema() || '.', '') as definition from (
    select 1 as place, p.proname as name, 'create function ' || p.proname || '() ' || coalesce(array_to_string(array(
      select 'set ' || setting || ' ' from unnest(p.proconfig) as setting where setting not like 'search_path=%'
    ), ''), '') || 'as $$' || p.prosrc || '$$' as definition
    from pg_proc p where p.pronamespace = current_schema()::regnamespace
    union all
    select 2, t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
  ) as made
  order by place, name collate "C"`
