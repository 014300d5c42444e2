/** An input that does not fit the type of its parameter, to test that it is refused at run time. */
export function wrongInput(input: unknown): never {
  return input as never
}
