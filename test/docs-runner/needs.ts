import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgresPrograms } from './postgres.js'

const missed = new Set<string>()

/**
 * Finds the first required program that is not installed. In CI, all programs must be installed. Outside of CI, a
 * missing program is only reported, once for each program.
 *
 * @throws Error in CI if a program is missing
 */
export function findMissingProgram(
  programs: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const missing = programs.find((program) => !isInstalled(program, env))
  if (missing === undefined) return undefined
  if (env.CI) throw new Error(`the documents cannot be tested: there is no ${missing} here`)
  if (!missed.has(missing))
    process.stderr.write(`NOT TESTED: what the documents do with ${missing}, which is not here\n`)
  missed.add(missing)
  return missing
}

function isInstalled(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  if (program === 'pg_dump') return findPostgresPrograms() !== undefined
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
