/** A name may have very many dots. Only the shortest names, at most this many, count as the name without a domain. */
const MOST_HOSTS = 10

/** A name without a port, with the letters A to Z in lower case, and in the form NFC of Unicode. */
export function plainOf(name: string): string {
  return name
    .normalize('NFC')
    .replace(/:\d{1,5}$/, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The forms of a plain name without a domain, the shortest first. The dots of an IP address separate no domain. */
export function hostsOf(plain: string): readonly string[] {
  if (/^[\d.]+$/.test(plain)) return []
  const hosts: string[] = []
  for (let dot = plain.indexOf('.', 1); dot > 0 && hosts.length < MOST_HOSTS; dot = plain.indexOf('.', dot + 1)) {
    hosts.push(plain.slice(0, dot))
  }
  return hosts
}
