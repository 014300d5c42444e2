/**
 * Prepares a release (`pnpm release:version`): gives all packages the next version with `changeset version`, and adds
 * the release notes to CHANGELOG.md. All packages have the same version. So one changelog contains each note once, and
 * the changelogs that changesets writes for each package contain only the notes of that package.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { addRelease, readNote } from './changelog.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const notes = readdirSync(`${ROOT}.changeset`)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort()
  .map((name) => readNote(readFileSync(`${ROOT}.changeset/${name}`, 'utf8')))
run('changeset', 'version')
run('install', '--lockfile-only')
const { version } = JSON.parse(readFileSync(`${ROOT}packages/core/package.json`, 'utf8'))
const date = new Date().toISOString().slice(0, 10)
writeFileSync(`${ROOT}CHANGELOG.md`, addRelease(readFileSync(`${ROOT}CHANGELOG.md`, 'utf8'), { version, date, notes }))

/** @param {string[]} command arguments of pnpm */
function run(...command) {
  execFileSync('pnpm', command, { cwd: ROOT, stdio: 'inherit' })
}
