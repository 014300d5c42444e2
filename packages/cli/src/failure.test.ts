import { OpsgraphError } from '@opsgraph/core'
import { CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { toFailure } from './failure.js'
import { ClosedOutputError, StartError, UsageError } from './faults.js'

describe('toFailure', () => {
  it.each([
    [new UsageError('PORT must be a number'), 2, 'PORT must be a number'],
    [new StartError('the port is in use'), 1, 'the port is in use'],
    [new ClosedOutputError(), 141, undefined],
    [new OpsgraphError('invalid', 'text must be a string'), 2, 'text must be a string'],
    [new OpsgraphError('unavailable', 'the store\nis closed'), 1, 'the store is closed'],
    [
      new CommanderError(1, 'commander.unknownOption', "error: unknown option '-x'\n(Did you mean -y?)"),
      2,
      "unknown option '-x' (Did you mean -y?)",
    ],
    [new CommanderError(1, 'commander.help', '(outputHelp)'), 2, undefined],
    [new CommanderError(0, 'commander.version', '1.0.0'), 0, undefined],
  ])('should convert %s to status %i and one line', (error, status, message) => {
    expect(toFailure(error)).toEqual({ status, message })
  })

  it('should include the stack of a bug', () => {
    const failure = toFailure(new TypeError('x is not a function'))
    expect(failure.status).toBe(1)
    expect(failure.message).toMatch(/^unexpected error: TypeError: x is not a function\n {4}at /)
  })
})
