/** The number of repetitions of a fault: a few in `npm test`, many in `npm run test:long`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)

/** The number of repetitions of faults that take seconds. */
export const SLOW_ROUNDS = Math.ceil(ROUNDS / 3)
