/** A new UUID at every call. Stores insert rows faster if the ids ascend, but do not rely on it. */
export type IdGenerator = () => string
