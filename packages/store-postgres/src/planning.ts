/**
 * The planner settings of a session. Nearly all queries use an index whose pages are cached. PostgreSQL's default page
 * cost assumes spinning disks: with this cost, the planner uses bitmap scans for a few rows, or scans the whole table.
 * JIT compilation takes longer than it saves.
 */
export const PLANNING = 'set jit = off; set random_page_cost = 1.1'
