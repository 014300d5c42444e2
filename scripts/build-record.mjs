/**
 * Decides whether `npm start` must install and build (rules.md#starting-from-a-clone-5). After each successful build,
 * it records a hash of the files that the build reads, and a hash of the files that the build has written. A build is
 * needed if there is no record, or if one of the two hashes has changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file of the record. It is inside `node_modules`, so that removing this folder removes the record too. */
const RECORD = 'node_modules/.cache/opsgraph/build.json'
const ROOT_FILES = /^(?:package\.json|pnpm-.*\.yaml|tsconfig\..*json|\.npmrc)$/
/** Matches the names of folders and files of a package that a build does not read. */
const NOT_READ = /^(?:dist|node_modules|test|.*\.test\.tsx?|.*\.md)$/
const PLATFORM = [process.version, process.platform, process.arch]

export class BuildRecord {
  /** @param {string} root the folder of the clone */
  constructor(root) {
    this.root = root
    this.file = join(root, RECORD)
  }

  /**
   * Returns why a build is needed; `undefined` if none is needed.
   *
   * @returns {string | undefined}
   */
  reason() {
    const record = this.#read()
    if (record === undefined) return 'there is no complete build'
    if (record.platform !== PLATFORM.join(' ')) return `the last build was for Node ${record.platform}`
    if (record.read !== this.#hashRead()) return 'the sources have changed'
    return record.written === this.#hashWritten() ? undefined : 'the built files have changed'
  }

  /**
   * Runs a build, and records it if it succeeds. Hashes the sources before the build, so that a change during the build
   * leads to another build.
   *
   * @param {() => Promise<void>} build
   */
  async run(build) {
    rmSync(this.file, { force: true })
    const read = this.#hashRead()
    await build()
    mkdirSync(dirname(this.file), { recursive: true })
    const written = this.#hashWritten()
    writeFileSync(this.file, JSON.stringify({ platform: PLATFORM.join(' '), read, written }))
  }

  #read() {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8'))
    } catch {
      return undefined
    }
  }

  #hashRead() {
    const files = readdirSync(this.root).filter((name) => ROOT_FILES.test(name))
    const sources = this.#packages().flatMap((folder) => this.#filesIn(folder, NOT_READ))
    return this.#hash([...files, ...sources])
  }

  /** Hashes the built files, and the list of installed modules. */
  #hashWritten() {
    const built = this.#packages().flatMap((folder) => this.#filesIn(join(folder, 'dist')))
    const installed = ['', ...this.#packages()].flatMap((folder) => this.#installedIn(join(folder, 'node_modules')))
    return this.#hash([...built, 'node_modules/.pnpm/lock.yaml'], installed)
  }

  #packages() {
    return readdirSync(join(this.root, 'packages')).map((name) => join('packages', name))
  }

  /**
   * @param {string} folder
   * @param {RegExp} [omitted] names of files and folders to leave out
   * @returns {string[]} paths from the root; empty if the folder does not exist
   */
  #filesIn(folder, omitted = /^$/) {
    return this.#entries(folder).flatMap((entry) => {
      if (omitted.test(entry.name)) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? this.#filesIn(path, omitted) : [path]
    })
  }

  /** @param {string} folder a folder `node_modules` @returns {string[]} the paths of the modules in it */
  #installedIn(folder) {
    return this.#entries(folder).flatMap(({ name }) => {
      const scoped = name.startsWith('@') ? this.#entries(join(folder, name)) : undefined
      if (name.startsWith('.')) return []
      return scoped?.map((module) => join(folder, name, module.name)) ?? [join(folder, name)]
    })
  }

  /** @param {string} folder */
  #entries(folder) {
    const path = join(this.root, folder)
    return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []
  }

  /** @param {readonly string[]} files @param {readonly string[]} names */
  #hash(files, names = []) {
    const hash = createHash('sha256').update(JSON.stringify(names.toSorted()))
    for (const file of files.toSorted()) {
      const path = join(this.root, file)
      const content = existsSync(path) ? readFileSync(path) : 'missing'
      hash.update(`\n${file} ${content.length}\n`).update(content)
    }
    return hash.digest('hex')
  }
}
