/**
 * How the parts of a store reach the tables: after everybody who came before, or at once inside of a transaction.
 * `work` is done in one go, wholly or, when it throws, not at all.
 */
export type Access = <T>(work: () => T) => Promise<T>
