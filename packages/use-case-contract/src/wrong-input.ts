/**
 * An input that does not fit the type of its parameter. Tests use it to check that such an input is refused at run
 * time.
 */
export function wrongInput(input: unknown): never {
  return input as never
}
