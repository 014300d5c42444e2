import { counted, type Paint, printable, type Style } from '../text.js'

/** Errors or warnings by their code, in the order in which the codes appear first. */
export function remarkGroups<Remark extends { readonly code: string }>(
  remarks: readonly Remark[],
): readonly (readonly [string, readonly Remark[]])[] {
  const byCode = new Map<string, Remark[]>()
  for (const remark of remarks) {
    const group = byCode.get(remark.code)
    if (group === undefined) byCode.set(remark.code, [remark])
    else group.push(remark)
  }
  return [...byCode]
}

const STYLES: Readonly<Record<'error' | 'warning', Style>> = { error: 'red', warning: 'yellow' }

/** What stands above the remarks of one code. */
export function groupTitle(
  what: 'error' | 'warning',
  [code, group]: readonly [string, readonly unknown[]],
  paint: Paint,
) {
  return `  ${paint(STYLES[what], printable(code))} (${counted(group.length, what)})`
}
