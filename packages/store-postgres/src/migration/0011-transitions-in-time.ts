/** `service_transition_in_time`: read the transitions of all services in the order of their time, page by page. */
export const TRANSITIONS_IN_TIME = `
create index service_transition_in_time on service_transition (time, service, sequence);
`
