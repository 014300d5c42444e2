/** Formats a number of things, such as `1 alert` or `1,200 alerts`. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`
}
