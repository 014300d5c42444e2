/** A resource that exists during the whole test run. */
export interface SharedResource {
  /** The location of the resource: a folder or a URL. */
  readonly place: string
  readonly remove: () => Promise<void>
}
