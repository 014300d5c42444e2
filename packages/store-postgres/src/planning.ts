/**
 * How a session plans. Nearly all that is asked for is found through an index, in memory: a planner that takes that for
 * four times as dear as reading on, as on turning disks, builds a bitmap for every few rows, or reads the whole table. To
 * compile a plan takes longer than it saves.
 */
export const PLANNING = 'set jit = off; set random_page_cost = 1.1'
