/**
 * Returns the fields of a request that the user has changed. Only these are sent, so that what somebody else has
 * changed meanwhile stays, and a value that the form cannot show exactly, such as a time with seconds, stays as it
 * is.
 *
 * @param before the request of the form as it was first shown
 */
export function selectChanges<Body extends object>(body: Body, before: Body): Partial<Body> {
  const changed = Object.entries(body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Body]),
  )
  return Object.fromEntries(changed) as Partial<Body>
}
