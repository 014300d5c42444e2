/** One fault of an input; stops the operation. `path` is written as docs/errors.md lists it, e.g. `nodes[3].label`. */
export interface Issue<Code extends string = string> {
  readonly code: Code
  readonly path: string
  readonly message: string
}
