import { createHash } from 'node:crypto'

/** The service of each file in a folder, by `fileKey`; `null` if the file is not an exported topology. */
export type FileOwners = ReadonlyMap<string, string | null>

/** Maximum length of a file name without its extension, in characters. Every file system supports this length. */
const LONGEST = 150

/**
 * Chooses the file name for each service: `<service>.json`, with `_` for characters other than `A-Za-z0-9._-`
 * (rules.md#topology-export-1). A service keeps its existing file. If the file of another service has the same name,
 * ignoring case, a part of the digest of the service name is added.
 */
export function chooseFileNames(services: readonly string[], known: FileOwners): ReadonlyMap<string, string> {
  const owners = new Map(known)
  const names = new Map<string, string>()
  for (const service of [...services].sort(exactFirst)) {
    const [plain, distinct] = [plainName(service), distinctName(service)]
    const held = [plain, distinct].find((name) => owners.get(fileKey(name)) === service)
    const isFree = (owners.get(fileKey(plain)) ?? null) === null
    const name = held ?? (isFree ? plain : distinct)
    owners.set(fileKey(name), service)
    names.set(service, name)
  }
  return names
}

/** The key that identifies a file: some file systems treat `Shop.json` and `shop.json` as the same file. */
export function fileKey(name: string): string {
  return name.toLowerCase()
}

/**
 * Compares two services. A service whose name needs no replaced characters comes first. Such a service gets its file
 * name first, so this file name needs no digest.
 */
function exactFirst(left: string, right: string): number {
  const [leftFirst, rightFirst] = [isExact(left), isExact(right)]
  if (leftFirst !== rightFirst) return leftFirst ? -1 : 1
  return left < right ? -1 : 1
}

function isExact(service: string): boolean {
  return plainName(service) === `${service}.json`
}

function plainName(service: string): string {
  return `${stem(service)}.json`
}

function distinctName(service: string): string {
  return `${stem(service)}-${createHash('sha256').update(service).digest('hex').slice(0, 8)}.json`
}

function stem(service: string): string {
  return service.replace(/[^A-Za-z0-9._-]/gu, '_').slice(0, LONGEST)
}
