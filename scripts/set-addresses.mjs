/**
 * Writes the address of the repository into the package.json of each published package (`repository`, `homepage`,
 * `bugs`). The release workflow runs this script before it publishes, and passes the address of its own repository. npm
 * refuses a package with provenance if `repository` is another address, as it would be in a fork.
 *
 * Usage: `node scripts/set-addresses.mjs https://git.example.org/owner/name`
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))

const [address] = process.argv.slice(2)
if (address === undefined || !URL.canParse(address)) {
  console.error('set-addresses: the address of the repository is missing, e.g. https://git.example.org/owner/name')
  process.exit(2)
}
for (const name of readdirSync(PACKAGES)) {
  const file = `${PACKAGES}/${name}/package.json`
  const content = JSON.parse(readFileSync(file, 'utf8'))
  if (content.private) continue
  content.repository = { type: 'git', url: `git+${address}.git`, directory: `packages/${name}` }
  content.homepage = `${address}/tree/main/packages/${name}#readme`
  content.bugs = `${address}/issues`
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
