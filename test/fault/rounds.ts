/** How often a fault is repeated: a few times in `npm run test:all`, many times in `npm run test:long`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2)

/** How often a fault is repeated if it takes seconds. */
export const SLOW_ROUNDS = Math.ceil(ROUNDS / 3)
