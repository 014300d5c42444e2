/** The index of the log also finds the newest transaction, up to which a position in the log goes. */
export const LOG_ORDER = `
drop index relation_change_transaction;
create index relation_change_transaction on relation_change (transaction, environment);
`
