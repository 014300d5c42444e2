import { createHash } from 'node:crypto'

/** Who has the files of a folder, by their names in lower case; `null` = it is no exported topology. */
export type FileOwners = ReadonlyMap<string, string | null>

/** Characters of a name before its ending, so that every file system takes it. */
const LONGEST = 150

/**
 * The name of the file for each service: `<service>.json`, other characters than `A-Za-z0-9._-` as `_`
 * (rules.md#topology-export-1). A service keeps the file that it has. Where another one has that name, be it in
 * capitals, a part of a digest is added.
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

/** By which files are told apart: some systems take `Shop.json` and `shop.json` for one. */
export function fileKey(name: string): string {
  return name.toLowerCase()
}

/** A service whose name can be kept as it is has the better right to it. */
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
