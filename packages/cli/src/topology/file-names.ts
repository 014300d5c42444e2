import { createHash } from 'node:crypto'

/** The service of each file in a folder, by `fileKey`; `null` if the file is not an exported topology. */
export type FileOwners = ReadonlyMap<string, string | null>

/**
 * Maximum length of the part of a file name that comes from the service, in characters. The whole file name is at most
 * 14 characters longer, which every file system supports.
 */
const LONGEST = 150

/**
 * Chooses the file name for each service: `<service>.json`, with `_` for characters other than `A-Za-z0-9._-`
 * (rules.md#topology-export-1). A service that already has a file keeps the name of this file. If another service has a
 * file of the same name (compared without case), the new file name also contains a part of the digest of the service.
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

/**
 * Converts a file name to lower case, because some file systems treat `Shop.json` and `shop.json` as the same file.
 */
export function fileKey(name: string): string {
  return name.toLowerCase()
}

/**
 * Compares two services. A service whose file name needs no replaced characters comes first, and can choose its name
 * first. For example, `a_b` gets `a_b.json`, and only the name for `a b` contains a digest.
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
