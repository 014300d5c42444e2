/**
 * Returns a new UUID at every call. Stores insert rows faster if the ids ascend, but every store accepts ids in any
 * order.
 */
export type IdGenerator = () => string
