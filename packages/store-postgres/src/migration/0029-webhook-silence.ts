/**
 * How often a webhook expects a delivery, since when it waits for the next one, and since when it is silent, if it is.
 * The times change with every delivery, so they are in the narrow row that a delivery updates anyway, and in no index.
 * Most webhooks expect nothing, and have no entry in the index.
 */
export const WEBHOOK_SILENCE = `
alter table webhook add column expect_every integer;
create index webhook_expects on webhook (id) where expect_every is not null;
alter table webhook_tally add column waiting_since timestamptz(3), add column silent_since timestamptz(3);
`
