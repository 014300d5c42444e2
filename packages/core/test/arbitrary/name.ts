import fc from 'fast-check'
import { codePoint } from './code-point.js'

/** Names that people and machines typically choose, and some very unusual names. */
export function name(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('web-1', 'db-1', 'checkout', 'Production', 'a', 'b', 'c') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'null', '0', '-', '\u{1F525}', '\uFFFD'),
    },
    {
      weight: 2,
      arbitrary: fc
        .string({ unit: codePoint(), minLength: 1, maxLength: 20 })
        .filter((text) => text.trim() !== '')
        .map((text) => text.trim()),
    },
  )
}
