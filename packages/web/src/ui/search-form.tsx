import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useDraft } from './use-draft.js'

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

/**
 * The fields of a search form. `field` returns the props of a field, and `submit` writes the fields to the address of
 * the page, so that the search can be bookmarked. Empty fields are left out.
 *
 * @param search the fields of the current search, by their names in the address
 */
export function useSearchFields<Fields extends Readonly<Record<string, string>>>(search: Fields) {
  const [, setSearch] = useSearchParams()
  const { draft, field } = useDraft(() => search)
  const submit = () => {
    const fields = Object.entries(draft).map(([name, value]) => [name, value.trim()])
    setSearch(Object.fromEntries(fields.filter(([, value]) => value !== '')))
  }
  return { field, submit }
}
