/** What stands below a plan that changes something: whether it is only to be looked at, or is about to be carried out. */
export const PLAN_ENDS = { plan: 'a plan: nothing is written', import: 'the plan: nothing is written yet' } as const

/** The command that tells a plan. */
export type PlanTeller = keyof typeof PLAN_ENDS
