/** A new UUID at every call. */
export type IdGenerator = () => string
