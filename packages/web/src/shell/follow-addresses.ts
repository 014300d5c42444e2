import type { DataRouter } from 'react-router'

/**
 * The part of the event `navigate` of the Navigation API that is used here. The DOM types of TypeScript do not contain
 * this event yet.
 */
interface NavigateEvent extends Event {
  /**
   * Whether only the fragment of the address changes. It is `false` if a script calls `history.pushState` or
   * `history.replaceState`, as the router does.
   */
  readonly hashChange: boolean
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  readonly destination: { readonly url: string }
}

/**
 * If the user types or pastes an address, or opens a bookmark, the router navigates instead of the browser. To ask
 * about unsaved changes, the router must be able to block a navigation. It can block only navigations between history
 * entries that the router itself has created.
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
