import { counted, type Paint, printable, type Style } from '../text.js'

/** Groups errors or warnings by code, in the order of the first appearance. */
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

/** The title of a group of errors or warnings. */
export function groupTitle(
  what: 'error' | 'warning',
  [code, group]: readonly [string, readonly unknown[]],
  paint: Paint,
) {
  return `  ${paint(STYLES[what], printable(code))} (${counted(group.length, what)})`
}
