import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

interface LeaveGuardProps {
  readonly isUnsaved: boolean
  /** Whether another query string of the address is another page too. */
  readonly includesSearch?: boolean
  /** The texts of the dialog; by default about unsaved changes. */
  readonly words?: LeaveWords
}

export interface LeaveWords {
  readonly title: string
  /** The consequences of leaving. */
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

/** Asks before the user leaves unsaved changes by a link, a button of the browser, or by closing the tab. */
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
  // Nothing would be lost any more: close the dialog, so that the user sees the result on this page.
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
 * Navigates once `isDone`. As an effect it runs after the leave guard of this page has seen that nothing is unsaved.
 */
export function useLeaveWhen(isDone: boolean, to: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isDone) void navigate(to)
  }, [isDone, to, navigate])
}
