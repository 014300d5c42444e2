/** Something that is there for as long as tests run. */
export interface Kept {
  /** Where it is: a folder, a URL. */
  readonly place: string
  readonly remove: () => Promise<void>
}
