import { join } from 'node:path'
import ts from 'typescript'

/**
 * The information that an editor shows about a word of a TypeScript file: its type, and its docstring.
 *
 * @typedef {{ readonly type: string, readonly documentation: string }} Hover
 * @typedef {{ readonly folder: string, readonly extension: '.mts' | '.cts' }} Place of a file; its imports are resolved
 *   from its folder, and `.cts` makes it a CommonJS module
 */

/**
 * Asks the language service of TypeScript, as editors do, about words of a file that does not have to exist.
 *
 * @param {Place} place
 * @param {string} code the text of the file
 * @param {ts.CompilerOptions} [options] in addition to those of a strict ESM project
 * @returns {(word: string) => Hover} shows the last occurrence of a word in the file
 */
export function openInEditor({ folder, extension }, code, options = {}) {
  const file = join(folder, `opened-in-editor${extension}`)
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => folder,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '',
    getScriptSnapshot: (name) => {
      const text = name === file ? code : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCompilationSettings: () => ({ ...STRICT, ...options }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  return (word) => {
    const info = service.getQuickInfoAtPosition(file, code.lastIndexOf(word))
    return {
      type: ts.displayPartsToString(info?.displayParts),
      documentation: ts.displayPartsToString(info?.documentation),
    }
  }
}

const STRICT = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: [] }
