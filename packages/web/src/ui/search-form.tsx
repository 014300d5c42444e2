import type { ReactNode } from 'react'

interface SearchFormProps {
  readonly className: string | undefined
  /** Called when the user submits the form; absent if the form searches while the user types. */
  readonly onSearch?: () => void
  readonly children: ReactNode
}

/** A search form, which assistive technology offers as a landmark. Submitting it does not leave the page. */
export function SearchForm({ className, onSearch, children }: SearchFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the role names the purpose of the form in every browser
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch?.()
      }}
    >
      {children}
    </form>
  )
}
