import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty directory that ends with the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'opsgraph-cli-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A file that ends with the test; its path. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryDirectory(), name)
  writeFileSync(path, content)
  return path
}
