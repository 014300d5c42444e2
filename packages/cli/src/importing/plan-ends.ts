/** The last line of a plan with changes. The line depends on the command that prints the plan. */
export const PLAN_ENDS = { plan: 'a plan: nothing is written', import: 'the plan: nothing is written yet' } as const

/** The command that prints a plan. */
export type PlanCommand = keyof typeof PLAN_ENDS
