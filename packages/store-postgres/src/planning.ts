/** How a session plans: nearly all that is looked up is in memory, and compiling a plan takes longer than it saves. */
export const PLANNING = 'set jit = off; set random_page_cost = 1.1'
