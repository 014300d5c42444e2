import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { textFault } from '../name.js'
import { REQUIRED } from '../schema/body-error.js'
import { checkText, define, REQUIRED_NAME, readOnly } from '../schema/field.js'

/**
 * Returns the fault of an address that a person can open from the page of a service. The console shows it as a link, so
 * only schemes that run no code are accepted (rules.md#catalog-links).
 */
function addressFault(text: string): string | undefined {
  if (text.length > LIMITS.address) return `is longer than ${LIMITS.address} characters`
  const fault = textFault(text)
  if (fault !== undefined) return fault
  // Browsers ignore tabs and line breaks, so "java\nscript:" would be the scheme javascript.
  if (UNPRINTABLE.test(text)) return 'contains white space or a control character'
  if (!SCHEME.test(text)) return 'must begin with http://, https:// or mailto:'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.pathname === '') return 'is not a complete URL, such as https://wiki.example.com/shop'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password'
  return undefined
}

const UNPRINTABLE = /[\s\p{Cc}\p{Cf}]/u
const SCHEME = /^(https?:\/\/|mailto:)/i

const ADDRESS = /* @__PURE__ */ define(() => z.string().overwrite((text) => text.trim()))

/** The URL of a web page, or a mail address with `mailto:`. */
const URL_TEXT = /* @__PURE__ */ define(() =>
  ADDRESS.check(checkText((text) => (text === '' ? REQUIRED : addressFault(text)))).meta({
    minLength: 1,
    maxLength: LIMITS.address,
  }),
)

/** Like {@link URL_TEXT}, or empty. */
export const OPTIONAL_URL = /* @__PURE__ */ define(() =>
  ADDRESS.check(checkText((text) => (text === '' ? undefined : addressFault(text)))).meta({
    maxLength: LIMITS.address,
  }),
)

/** The links of a catalog entry, in the order in which the console shows them. */
export const LINKS = /* @__PURE__ */ define(() => {
  const link = z.strictObject({
    title: REQUIRED_NAME.meta({ description: 'What the link shows' }),
    url: URL_TEXT.meta({ description: 'A URL with http, https or mailto' }),
  })
  const { catalogLinks: most } = LIMITS
  const links = z.array(link).refine((sent) => sent.length <= most, {
    error: ({ input }) => `has ${(input as readonly unknown[]).length} items; a service has at most ${most} links`,
    // The count is checked even if some links have faults, so that one answer has all faults.
    when: ({ value }) => Array.isArray(value),
  })
  return readOnly(links).meta({ maxItems: most })
})
