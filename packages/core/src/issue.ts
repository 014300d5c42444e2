/** One fault of an input; it stops the operation. docs/errors.md lists the forms of `path`, e.g. `nodes[3].label`. */
export interface Issue<Code extends string = string> {
  readonly code: Code
  readonly path: string
  readonly message: string
}
