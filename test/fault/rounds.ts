/** How often a fault is repeated: once in `npm run test:all`, many times in `npm run test:long`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)

/** How often a fault is repeated if it takes seconds. */
export const SLOW_ROUNDS = Math.ceil(ROUNDS / 3)

/** If no round has interrupted the work of a server, a test goes on for at most this number of rounds. */
const FURTHER_ROUNDS = 10

/** Whether a test that kills servers during some work needs another round. */
export function needsRound(round: number, interrupted: number, rounds = ROUNDS): boolean {
  return round < rounds || (interrupted === 0 && round < rounds + FURTHER_ROUNDS)
}
