/** How often a fault is tried: a few times in `npm test`, many in `npm run test:long`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
