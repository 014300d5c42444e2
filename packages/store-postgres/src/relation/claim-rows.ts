import { createHash } from 'node:crypto'
import type { RelationSource } from '@opsgraph/core'
import type { RelationClaim, RelationDraft, RelationStore } from '@opsgraph/core/store'
import { runInBatches } from '../sql/batches.js'
import { readItems, type Session } from '../sql/database.js'
import { findByKeys } from '../sql/find-by-keys.js'
import { isStorable, textArray, writeTime } from '../sql/values.js'
import { arrivedRowsSql, arrivedValues, type WrittenColumn } from '../sql/written-columns.js'
import { RELATION_KEY } from './relation-rows.js'

/** The columns of a {@link ClaimRow}. */
const CLAIM_COLUMNS = 'environment, resource, parent, source, source_ref, first_time, last_time, is_replaceable'

type ClaimRow = readonly [
  environment: string,
  resource: string,
  parent: string,
  source: RelationSource,
  sourceRef: string | null,
  firstTime: string,
  lastTime: string,
  isReplaceable: boolean,
]

function toClaim(row: ClaimRow): RelationClaim {
  const [environment, resource, parent, source, sourceRef, firstTime, lastTime, isReplaceable] = row
  return { environment, resource, parent, source, sourceRef, firstTime, lastTime, isReplaceable }
}

/**
 * Maximum length of a sourceRef in the key of a claim, in bytes. A hash replaces a longer one, because an index entry
 * has at most 2,704 bytes.
 */
const MAX_SOURCE_REF_BYTES = 100

/**
 * Returns the source and the sourceRef as one text of limited length, for the key of a claim: `cmdb:itop`; without a
 * sourceRef, `cmdb`; with a long one, `cmdb#` and its SHA-256 (see the migration `relation-claims`).
 */
export function toClaimOrigin({ source, sourceRef }: Pick<RelationDraft, 'source' | 'sourceRef'>): string {
  if (sourceRef === null) return source
  // A text that PostgreSQL cannot store becomes null, which no stored text equals.
  if (Buffer.byteLength(sourceRef) <= MAX_SOURCE_REF_BYTES || !isStorable(sourceRef)) return `${source}:${sourceRef}`
  return `${source}#${createHash('sha256').update(sourceRef).digest('hex')}`
}

/** The columns of the key of a claim. */
export const CLAIM_KEY: readonly WrittenColumn<RelationDraft>[] = [...RELATION_KEY, ['origin', 'text', toClaimOrigin]]

export const WRITTEN_CLAIM: readonly WrittenColumn<RelationClaim>[] = [
  ...CLAIM_KEY,
  ['source', 'text', ({ source }) => source],
  ['source_ref', 'text', ({ sourceRef }) => sourceRef],
  ['first_time', 'timestamptz', ({ firstTime }) => writeTime(firstTime)],
  ['last_time', 'timestamptz', ({ lastTime }) => writeTime(lastTime)],
  ['is_replaceable', 'boolean', ({ isReplaceable }) => String(isReplaceable)],
]

/** The calls that read claims. */
export function claimReadMethods(session: Session) {
  return {
    claims: async (keys) => {
      const found = new Map<string, RelationClaim>()
      await runInBatches(keys, async (batch) => {
        for (const claim of await readItems(session, findByKeys(CLAIM_TABLE, CLAIM_COLUMNS, batch), toClaim)) {
          found.set(arrivedKey(claim), claim)
        }
      })
      return [...found.values()]
    },
    claimsBy: (source, sourceRefs) => {
      const text = `select ${CLAIM_COLUMNS} from relation_claim where origin = any($1::text[])`
      const origins = sourceRefs.map((sourceRef) => toClaimOrigin({ source, sourceRef }))
      return readItems(session, { text, values: [textArray(origins)] }, toClaim)
    },
    replacedBy: async (named) => {
      if (named.length === 0) return []
      const eventClaims = named.map((claim) => ({ ...claim, source: 'event' as const }))
      return await readItems(
        session,
        { name: 'replaced-by', text: SELECT_REPLACED_SQL, values: [...arrivedValues(CLAIM_KEY, eventClaims)] },
        toClaim,
      )
    },
  } satisfies Partial<RelationStore>
}

function arrivedKey(claim: RelationClaim): string {
  return JSON.stringify(CLAIM_KEY.map(([, , write]) => write(claim)))
}

const CLAIM_TABLE = { table: 'relation_claim', key: ['environment', 'resource', 'parent'] } as const

/**
 * Selects the claims that new claims replace. A resource has few claims, but an origin can have very many. The
 * concatenation `origin || ''` makes PostgreSQL search by the resource instead of the origin.
 */
const SELECT_REPLACED_SQL = `select distinct ${CLAIM_COLUMNS.split(', ')
  .map((column) => `claim.${column}`)
  .join(', ')}
  from ${arrivedRowsSql(CLAIM_KEY)} join relation_claim as claim
    on claim.environment = arrived.environment and claim.resource = arrived.resource
    and claim.origin || '' = arrived.origin and claim.parent <> arrived.parent
  where claim.is_replaceable`
