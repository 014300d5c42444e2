/** Returns a new UUID at every call. Stores insert rows faster if the ids ascend, but do not rely on this order. */
export type IdGenerator = () => string
