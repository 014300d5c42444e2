/** A resource that exists during the whole test run. */
export interface Kept {
  /** Its location: a folder or a URL. */
  readonly place: string
  readonly remove: () => Promise<void>
}
