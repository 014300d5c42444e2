/** How often a fault is tried: a few times in `npm test`, many in `npm run test:long`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)

/** The same for faults that take seconds to come and go. */
export const SLOW_ROUNDS = Math.ceil(ROUNDS / 3)
