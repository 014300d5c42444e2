/**
 * Splits a script into its statements, because Citus refuses a text with several statements that changes a distributed
 * table. A statement ends with a semicolon at the end of a line. Bodies of functions, between two `$$`, stay whole.
 */
export function statementsOf(script: string): readonly string[] {
  const statements: string[] = []
  let open = ''
  for (const part of script.split(/(?<=;)\n/)) {
    open += open === '' ? part : `\n${part}`
    if (open.split('$$').length % 2 === 0) continue
    if (open.trim() !== '') statements.push(open.trim())
    open = ''
  }
  return open.trim() === '' ? statements : [...statements, open.trim()]
}
