/** @typedef {{ readonly bump: 'major' | 'minor' | 'patch', readonly text: string }} Note */

const TITLES = { major: 'Breaking changes', minor: 'New', patch: 'Mended' }
const NONE_YET = 'Nothing is released yet.'

/**
 * Reads a release note of changesets. If it names several packages, the note gets the largest of their bumps.
 *
 * @param {string} note
 * @returns {Note}
 */
export function readNote(note) {
  const [, head = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(note) ?? []
  const bumps = Array.from(head.matchAll(/: (major|minor|patch)$/gm), ([, bump]) => bump)
  const bump = bumps.includes('major') ? 'major' : bumps.includes('minor') ? 'minor' : 'patch'
  return { bump, text: text.trim() }
}

/**
 * Adds a release to a changelog, above all earlier releases.
 *
 * @param {string} changelog
 * @param {{ readonly version: string, readonly date: string, readonly notes: readonly Note[] }} release
 * @returns {string}
 */
export function addRelease(changelog, { version, date, notes }) {
  const parts = /** @type {const} */ (['major', 'minor', 'patch']).flatMap((bump) => {
    const items = notes.filter((note) => note.bump === bump).map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`)
    return items.length === 0 ? [] : [`### ${TITLES[bump]}\n\n${items.join('\n')}`]
  })
  const release = [`## ${version} (${date})`, ...parts].join('\n\n')
  const [head = '', ...earlier] = changelog.split(/^(?=## )/m)
  const intro = head.replace(`${NONE_YET}\n`, '').trim()
  return `${[intro, release, ...earlier.map((part) => part.trim())].join('\n\n')}\n`.replaceAll(/[ ]+$/gm, '')
}
