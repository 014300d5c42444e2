import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { type Block, placeOf } from './block.js'
import { linkModules, type Place } from './place.js'

const CODE = ['js', 'ts']

/**
 * Whether a block is run as a program. A block that shows a file of the repository is not run here, because that file
 * has its own tests.
 */
export function isCode({ language, attributes }: Block): boolean {
  return CODE.includes(language) && attributes.file === undefined
}

/**
 * Returns the program of each block of a page. A block without imports continues the block before it, so its program
 * begins with that block.
 */
export function buildPrograms(blocks: readonly Block[]): ReadonlyMap<Block, string> {
  const programs = new Map<Block, string>()
  let before = ''
  for (const block of blocks.filter(isCode)) {
    before = /^import /m.test(block.text) ? block.text : `${before}${block.text}`
    programs.set(block, before)
  }
  return programs
}

/**
 * Runs a program with the built packages, like a user who has installed them.
 *
 * @param block the last part of the program; only the output of this part is returned
 */
export async function runProgram(program: string, block: Block, place: Place): Promise<string> {
  const mark = '-- here begins the block --'
  const before = program.slice(0, program.length - block.text.length)
  const source = `${before}\nconsole.log(${JSON.stringify(mark)})\n${place.here(block.text)}`
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
  const { outputText } = ts.transpileModule(source, { compilerOptions: options })
  const isTest = /from 'vitest'/.test(program)
  const file = isTest ? 'program.test.mjs' : 'program.mjs'
  place.write(file, outputText)
  const args = isTest ? ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', file] : [file]
  const ran = promisify(execFile)(process.execPath, args, { cwd: place.folder, env: place.env, timeout: 60_000 })
  return (await ran).stdout.split(`${mark}\n`)[1] ?? ''
}

/**
 * Returns the type errors of programs. The programs are compiled against the sources of the packages, because packages
 * may be built without type declarations.
 */
export function compile(programs: ReadonlyMap<Block, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'opsgraph-docs-types-'))
  try {
    linkModules(folder)
    const files = Array.from(programs, ([block, program], index) => {
      const file = join(folder, `${index}.m${block.language}`)
      writeFileSync(file, program)
      return { file, block }
    })
    const compiled = ts.createProgram(
      files.map(({ file }) => file),
      {
        ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, noEmit: true, strict: true },
        ...{ allowJs: true, checkJs: true, skipLibCheck: true, customConditions: ['@opsgraph/source'] },
        ...{ types: ['node'], typeRoots: [join(folder, 'node_modules/@types')] },
      },
    )
    return files.flatMap(({ file, block }) => {
      const source = compiled.getSourceFile(file)
      const faults = [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)]
      return faults.map((fault) => `${placeOf(block)}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
