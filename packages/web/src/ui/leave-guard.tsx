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

export interface LeaveWords {
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
 * If the page has unsaved changes, asks the user for confirmation before the page is left by a link, by a button of the
 * browser or by closing the tab.
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
  // The changes have been saved while the dialog was open, so nothing would be lost any more. Close the dialog, so that
  // the user sees the result on this page.
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
 * Navigates to another page when `isDone` becomes true. It navigates in an effect, so that the leave guard of this page
 * already knows that there are no unsaved changes.
 */
export function useLeaveWhen(isDone: boolean, to: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isDone) void navigate(to)
  }, [isDone, to, navigate])
}
