import { CMDB_OPTIONS, LIMITS, USUAL_REMOVALS } from '@opsgraph/core/pure'
import type { CmdbOptions } from '../../api/import.js'
import { toOptions as labelled, SelectField, TextField, toLabelledOptions } from '../../ui/field.js'
import type { useDraft } from '../../ui/use-draft.js'
import { ModeField, MoreOptions, Options } from './import-form.js'

type FormOptions = Required<Pick<CmdbOptions, 'mode' | 'scope' | 'source' | 'environment' | 'encoding'>> & {
  readonly format: 'csv' | 'json' | ''
  readonly faulty: 'refuse' | 'skip'
  /** The most that the import may remove without a confirmation, as the server reads it; `''` = the usual limit. */
  readonly maxRemovals: string
  /** Relations that the source has not confirmed for this number of days are removed; `''` = none are. */
  readonly removeStaleAfter: string
}

/** The options of a new form. */
export const INITIAL_OPTIONS: FormOptions = {
  ...{ mode: 'merge', scope: 'source', source: 'cmdb', environment: '', faulty: 'refuse' },
  ...{ format: '', encoding: 'utf-8', maxRemovals: '', removeStaleAfter: '' },
}
const MODES = {
  merge: 'Adds and updates what is in the file. Removes nothing that the file does not name.',
  replace:
    'Also removes the relations and nodes of this source that are not in the file. Keeps everything that was drawn by hand or comes from another source.',
} as const

/** Converts the options in the form to the options of the request. */
export function buildOptions({ faulty, maxRemovals, removeStaleAfter, format, ...options }: FormOptions) {
  return {
    ...options,
    maxRemovals: maxRemovals.trim() || USUAL_REMOVALS,
    ...(format !== '' && { format }),
    ...(faulty === 'skip' && { skipInvalid: '1' as const }),
    ...(removeStaleAfter.trim() !== '' && { removeStaleAfter: Number(removeStaleAfter) }),
  }
}

const RARE_OPTIONS = ['environment', 'faulty', 'maxRemovals', 'removeStaleAfter', 'format', 'encoding'] as const

interface CmdbOptionFieldsProps {
  readonly form: Pick<ReturnType<typeof useDraft<FormOptions>>, 'draft' | 'change' | 'field'>
  readonly isLocked: boolean
}

/** The form fields for the options of a CMDB import. */
export function CmdbOptionFields({ form: { draft, change, field }, isLocked }: CmdbOptionFieldsProps) {
  const { mode } = draft
  return (
    <>
      <Options isLocked={isLocked}>
        <TextField
          label="Source"
          maxLength={LIMITS.cmdbSource}
          hint="The name of the system that the file comes from. Replace removes only data of this source."
          {...field('source')}
        />
        <ModeField mode={mode} hints={MODES} onChange={change} />
        {mode === 'replace' && (
          <SelectField
            label="Removes in"
            hint="If the file contains only some environments of the source, choose the environments of the file."
            options={toLabelledOptions({ source: 'All its environments', environments: 'Environments of the file' })}
            {...field('scope')}
          />
        )}
      </Options>
      <MoreOptions
        isLocked={isLocked}
        changed={RARE_OPTIONS.filter((name) => draft[name] !== INITIAL_OPTIONS[name]).length}
      >
        <TextField
          label="Environment"
          maxLength={LIMITS.name}
          hint="For records without an environment. If empty: the empty environment."
          {...field('environment')}
        />
        <SelectField
          label="Records with errors"
          hint="What is stored for a left-out record stays."
          options={toLabelledOptions({ refuse: 'Refuse the file', skip: 'Leave them out' })}
          {...field('faulty')}
        />
        <TextField
          label="Ask if it removes more than"
          placeholder={USUAL_REMOVALS}
          hint="Relations and nodes of the source: a number, such as 10, a share of all, such as 20%, or 20%,10 for the greater of both."
          {...field('maxRemovals')}
        />
        <TextField
          label="Remove after days"
          inputMode="numeric"
          hint="Also removes relations that this source has not named for this number of days. If empty: none."
          {...field('removeStaleAfter')}
        />
        <SelectField
          label="Format"
          hint="Automatic: the extension of the file name decides, otherwise the first characters of the file."
          options={toLabelledOptions({ '': 'Automatic', csv: 'CSV', json: 'JSON' })}
          {...field('format')}
        />
        <SelectField
          label="Encoding"
          hint="A byte order mark in the file takes precedence."
          options={labelled(CMDB_OPTIONS.encoding)}
          {...field('encoding')}
        />
      </MoreOptions>
    </>
  )
}
