/** Maximum number of recipients of a mail, which every mail server accepts. */
const MAX_RECIPIENTS = 50
/** The text between two dots before the `@`, without characters that some mail servers read as paths or options. */
const ATOM = "[A-Za-z0-9_][A-Za-z0-9_+&'=~#$*-]*"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ADDRESS = new RegExp(`^(?=.{1,254}$)(?=[^@]{1,64}@)${ATOM}(?:[.]${ATOM})*@${LABEL}(?:[.]${LABEL})*$`)

/** Whether a text is a plain address, without quotes, comments and a name. */
function isMailAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/**
 * Reads the recipients of `mailto:` and addresses with commas between them (rules.md#messages-of-subscriptions-10).
 *
 * @returns `undefined` if the text is anything else, e.g. has headers such as `?cc=`, or encoded characters
 */
export function readRecipients(url: string): readonly string[] | undefined {
  if (!/^mailto:/i.test(url)) return undefined
  const recipients = url.slice('mailto:'.length).split(',', MAX_RECIPIENTS + 1)
  return recipients.length <= MAX_RECIPIENTS && recipients.every(isMailAddress) ? recipients : undefined
}

/** Says what is wrong with a URL of recipients, in words that follow the name of the field; `undefined` = nothing. */
export function faultOfRecipients(url: string): string | undefined {
  if (readRecipients(url) !== undefined) return undefined
  return `must be mailto: and at most ${MAX_RECIPIENTS} addresses with commas between them, such as mailto:a@example.org,b@example.org`
}
