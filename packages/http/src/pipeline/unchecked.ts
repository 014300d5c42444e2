/**
 * Passes a value of a request, such as its parsed JSON, to a use-case without a check. This cast is safe because
 * use-cases check their whole input at run time. If no schema has validated a value, a route may pass it on only with
 * this function.
 */
export function unchecked<Input>(sent: unknown): Input {
  return sent as Input
}
