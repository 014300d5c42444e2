import { useLayoutEffect, useRef } from 'react'

/**
 * Moves items of a list up and down. When an item is moved, the browser may take the focus away from its button. The
 * focus then returns to this button. If the item is now the first or the last one, this button is disabled, and the
 * focus goes to the button for the other direction.
 *
 * @returns `place`, the ref of the list element, and `move`, which moves the item with an index by one place
 */
export function useMove<Item>(items: readonly Item[], onChange: (items: readonly Item[]) => void) {
  const place = useRef<HTMLOListElement>(null)
  const moved = useRef<{ readonly to: number; readonly by: -1 | 1 }>(undefined)
  useLayoutEffect(() => {
    if (moved.current === undefined) return
    const { to, by } = moved.current
    moved.current = undefined
    const button = (step: -1 | 1) =>
      place.current?.querySelector<HTMLButtonElement>(
        `:scope > :nth-child(${to + 1}) button[aria-label$="${step === -1 ? ' up' : ' down'}"]:enabled`,
      )
    ;(button(by) ?? button(by === 1 ? -1 : 1))?.focus()
  })
  const move = (index: number, by: -1 | 1) => {
    const item = items[index]
    if (item === undefined) return
    moved.current = { to: index + by, by }
    onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, item))
  }
  return { place, move }
}
