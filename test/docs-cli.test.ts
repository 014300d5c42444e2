import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../packages/cli/src/program.js'
import { fakeTerminal } from '../packages/cli/test/fake-terminal.js'

type Command = ReturnType<typeof createProgram>
const PAGE = readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8')

const PROGRAM = createProgram({
  version: '0',
  env: {},
  clock: () => new Date(),
  openStore: async () => Promise.reject(new Error('only its help is read')),
  print: () => undefined,
  note: () => undefined,
  stop: new AbortController().signal,
  exit: () => undefined,
  terminal: fakeTerminal(),
})
const COMMANDS = leavesOf(PROGRAM)

describe('docs/cli.md', () => {
  it('should have exactly one section for each command, in the order of the help', () => {
    const sections = Array.from(PAGE.matchAll(/^## `opsgraph (.*)`$/gm), ([, usage = '']) => usage)
    expect(sections).toEqual(COMMANDS.map(usageOf))
  })

  it('should find a description of each group in the help', () => {
    for (const group of PROGRAM.commands) expect(group.description(), group.name()).not.toBe('')
  })

  it.each(COMMANDS.map((command) => [usageOf(command), command] as const))(
    'should list exactly the options, and what they mean, in the help of opsgraph %s',
    (usage, command) => {
      const section = PAGE.split(`\n## \`opsgraph ${usage}\`\n`)[1]?.split('\n## ')[0] ?? ''
      const listed = Array.from(section.matchAll(/^\| `(-[^`]*)` \| (.*) \|$/gm), ([, flags, text = '']) => [
        flags,
        withoutDefault(text),
      ])
      expect(listed).toEqual(command.options.map(({ flags, description }) => [flags, withoutDefault(description)]))
    },
  )
})

// Helpers

/**
 * Removes the note about the default from a description. Commander adds defaults itself, and no note on required
 * options.
 */
function withoutDefault(text: string): string {
  return text.replace(/ \((?:required|default: [^)]*)\)$/, '')
}

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}

/** The usage of a command: the names of its parent commands, its name and its arguments. */
function usageOf(command: Command): string {
  const names = []
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
  const args = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [...names, ...args].join(' ')
}
