import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { withFlagNames } from './flag-names.js'
import type { Ports } from './ports.js'
import { createProgram } from './program.js'

describe('withFlagNames', () => {
  it.each([
    ['at most 2 may go (maxRemovals 5%)', 'at most 2 may go (--max-removals 5%)'],
    ['maxRemovals must be a number', '--max-removals must be a number'],
    ['name it: encoding=windows-1252 or iso-8859-1', 'name it: --encoding windows-1252 or iso-8859-1'],
    ['staleAfter needs stale=true', '--stale-after needs --stale'],
    ['minHealthy is required', '--min-healthy is required'],
    ['the encoding is stale, and xmaxRemovals is no flag', 'the encoding is stale, and xmaxRemovals is no flag'],
  ])('should turn %j into %j', (message, expected) => {
    expect(withFlagNames(message)).toBe(expected)
    const flags = flagsOf(createProgram({ print() {}, note() {}, version: '1' } as unknown as Ports))
    for (const [flag] of expected.matchAll(/--[a-z-]+/g)) expect(flags).toContain(flag)
  })
})

// Helpers

/** The long flags of a command and of all commands in it. */
function flagsOf({ options, commands }: Command): readonly string[] {
  return [...options.flatMap(({ long }) => long ?? []), ...commands.flatMap(flagsOf)]
}
