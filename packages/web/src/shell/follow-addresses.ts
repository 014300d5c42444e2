import type { DataRouter } from 'react-router'

/** The part of the Navigation API that is used here; the DOM types of TypeScript do not have it yet. */
interface NavigateEvent extends Event {
  /** Whether only the fragment changes, and not by a script that passes a state, as the router does. */
  readonly hashChange: boolean
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  readonly destination: { readonly url: string }
}

/**
 * Navigates with the router if the user types or pastes an address or opens a bookmark. The router can only block a
 * navigation, to ask about unsaved changes, between history entries that it created.
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
