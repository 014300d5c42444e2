import type { DataRouter } from 'react-router'

/** Of the Navigation API what is needed here: the types of the DOM lack it still. */
interface NavigateEvent extends Event {
  /** Whether the part behind the `#` alone changes, and not by a script that names a state, as the router does. */
  readonly hashChange: boolean
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  readonly destination: { readonly url: string }
}

/**
 * Has an address that is typed, pasted or a bookmark take the way of links. The router asks before a page with unsaved
 * changes is left only where it has numbered the entries of the history itself.
 */
export function followAddresses(router: Pick<DataRouter, 'navigate'>): void {
  const { navigation } = window as { readonly navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const { hashChange, navigationType, destination, cancelable } = event as NavigateEvent
    if (!hashChange || navigationType === 'traverse' || !cancelable) return
    event.preventDefault()
    void router.navigate(new URL(destination.url).hash.slice(1))
  })
}
