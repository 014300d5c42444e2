/**
 * Returns the fields of a request that the user has changed. A form sends only these. So it does not overwrite what
 * somebody else has changed meanwhile, and a value that the form cannot show exactly, such as a time with seconds,
 * stays as it is.
 *
 * @param before the request that the unchanged form would send
 */
export function selectChanges<Body extends object>(body: Body, before: Body): Partial<Body> {
  const changed = Object.entries(body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Body]),
  )
  return Object.fromEntries(changed) as Partial<Body>
}
