/** The maximum number of results of {@link hostNamesOf}, because a name may have very many dots. */
const MAX_HOST_NAMES = 10

/**
 * Simplifies a name, so that near names become equal: without a port, with the letters A to Z in lower case, and in the
 * Unicode form NFC.
 */
export function simplifyName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/:\d{1,5}$/, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * Returns what is left of a plain name if a domain at its end is removed, the shortest first: for `db.eu.example`, `db`
 * and `db.eu`. The dots of an IP address separate no domain.
 */
export function hostNamesOf(plain: string): readonly string[] {
  if (/^[\d.]+$/.test(plain)) return []
  const hosts: string[] = []
  for (let dot = plain.indexOf('.', 1); dot > 0 && hosts.length < MAX_HOST_NAMES; dot = plain.indexOf('.', dot + 1)) {
    hosts.push(plain.slice(0, dot))
  }
  return hosts
}
