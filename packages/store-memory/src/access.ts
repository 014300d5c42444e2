/**
 * Gives the parts of a store access to the tables. Outside of a transaction, `work` runs after all earlier calls;
 * inside a transaction, it runs immediately. `work` is atomic: if it throws, nothing is changed.
 */
export type Access = <T>(work: () => T) => Promise<T>
