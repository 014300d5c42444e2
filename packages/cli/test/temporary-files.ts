import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty directory, which is removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'opsgraph-cli-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Creates a file, which is removed when the test ends, and returns its path. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryDirectory(), name)
  writeFileSync(path, content)
  return path
}
