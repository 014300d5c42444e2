/**
 * The index now starts with the column `transaction`, so that it also finds the newest transaction in the log. A
 * process that has read the log remembers this transaction.
 */
export const LOG_ORDER = `
drop index relation_change_transaction;
create index relation_change_transaction on relation_change (transaction, environment);
`
