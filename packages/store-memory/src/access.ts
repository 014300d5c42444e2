/**
 * Gives the parts of a store access to the tables: after all earlier calls, or at once inside a transaction. `work`
 * runs atomically: if it throws, nothing is changed.
 */
export type Access = <T>(work: () => T) => Promise<T>
