import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

interface LeaveGuardProps {
  readonly isUnsaved: boolean
  /** Whether a change of the search parameters in the address counts as leaving the page. */
  readonly includesSearch?: boolean
  /** The texts of the dialog. The default texts are about unsaved changes. */
  readonly words?: LeaveWords
}

interface LeaveWords {
  readonly title: string
  /** The text that explains the consequences of leaving. */
  readonly text: string
  readonly leave: string
  readonly stay: string
}

const UNSAVED: LeaveWords = {
  title: 'Leave without saving?',
  text: 'Changes since the last save would be lost.',
  leave: 'Leave without saving',
  stay: 'Continue editing',
}

/**
 * Asks the user for confirmation before unsaved changes are lost: when the user leaves the page with a link or a button
 * of the browser, or closes the tab.
 */
export function LeaveGuard({ isUnsaved, includesSearch = false, words = UNSAVED }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    return isUnsaved && (from.pathname !== to.pathname || (includesSearch && from.search !== to.search))
  })
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const stay = () => blocker.reset?.()
  const isAsked = blocker.state === 'blocked'
  // If the changes are saved while the dialog is open, nothing can be lost any more. Close the dialog then, so that the
  // user sees the result of saving on this page.
  useEffect(() => {
    if (isAsked && !isUnsaved) blocker.reset()
  }, [isAsked, isUnsaved, blocker])
  const actions = (
    <>
      <Button variant="danger" onClick={() => blocker.proceed?.()}>
        {words.leave}
      </Button>
      <Button variant="primary" onClick={stay}>
        {words.stay}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title} isOpen={isAsked} onClose={stay} actions={actions}>
      <p>{words.text}</p>
    </Dialog>
  )
}

/**
 * Navigates to another page when `isDone` becomes true. The navigation runs in an effect, after the page is rendered:
 * by then, the leave guard of this page knows that there are no unsaved changes.
 */
export function useLeaveWhen(isDone: boolean, to: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isDone) void navigate(to)
  }, [isDone, to, navigate])
}
