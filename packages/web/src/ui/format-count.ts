/** Formats a number of things, such as `1 alert` or `1,200 alerts`. */
export function formatCount(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? thing : things}`
}
