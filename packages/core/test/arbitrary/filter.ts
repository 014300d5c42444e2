import fc from 'fast-check'
import {
  type Clause,
  type Filter,
  GROUP_OPERATORS,
  LIST_OPERATORS,
  PATTERN_OPERATORS,
  SCALAR_OPERATORS,
  type Scalar,
} from '../../src/filter/filter.js'

/** Scalars that are often equal as numbers but different as texts, or different as numbers but equal as texts. */
export function scalar(): fc.Arbitrary<Scalar> {
  return fc.oneof(
    fc.constantFrom<Scalar[]>('5', '5.0', '05', '.5', '-5', '-0', '0', '', ' 5', '1e3', '0x10', 'Infinity', '10'),
    fc.constantFrom<Scalar[]>(5, 0, 0.5, -5, 10, 1e21, 1.5e-7, true, false, 'true', '1000000000000000000000'),
    fc.constantFrom<Scalar[]>('12345678901234567890', '12345678901234567891', '0.00000015', '-12.25', '-12.3'),
    fc.constantFrom<Scalar[]>('a', 'ab', 'b', 'aXb', 'A', '%', '_', '\\', 'a,b', '\u{1F525}', '\uFFFD', '9a'),
    fc.integer({ min: -20, max: 20 }).chain((number) => fc.constantFrom<Scalar[]>(number, String(number), number / 4)),
    fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', '\u{1F525}'), maxLength: 6 }),
  )
}

/** `LIKE` patterns without a single backslash at the end. A pattern that ends with a single backslash is invalid. */
function likePattern(): fc.Arbitrary<string> {
  const part = fc.constantFrom('a', 'b', '%', '_', '\\%', '\\_', '\\\\', '\\a', '\u{1F525}', '5', '.')
  return fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
}

/** Regular expressions with the same meaning in RE2 and in JavaScript. */
function regexPattern(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('a', '^a', 'b$', 'a.b', '^$', '', '[0-9]+', '(a|b)+X', '^(?:5|true)$', 'a{2}', '\\.'),
    fc.constantFrom('ab|aXb', '(?:ab)*b', 'a+b', '(?:ab){0,2}5', '(?:a|(?:b|5)X)', '\u{1F525}', '[ab]b', 'a(?:Xb)?$'),
  )
}

const NAMES = ['a', 'b', 'c', 'length', '__proto__', 'constructor'] as const

function key(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }).map((names) => names.join('.'))
}

export function clause(): fc.Arbitrary<Clause> {
  const items = fc.array(scalar(), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    fc.record({ key: key(), op: fc.constantFrom(...SCALAR_OPERATORS), value: scalar() }),
    fc.constantFrom(...PATTERN_OPERATORS).chain((op) => {
      const value = op.endsWith('LIKE') ? likePattern() : regexPattern()
      return fc.record({ key: key(), op: fc.constant(op), value })
    }),
    fc.record({
      key: key(),
      op: fc.constantFrom(...LIST_OPERATORS),
      value: fc.oneof(
        items,
        items.map((list) => `x, ${list.map(String).join(' ,')}`),
      ),
    }),
  )
}

/** A filter of at most `depth` levels. */
export function filter(depth = 3): fc.Arbitrary<Filter> {
  const entry = depth === 1 ? clause() : fc.oneof({ weight: 3, arbitrary: clause() }, filter(depth - 1))
  return fc.record({ operator: fc.constantFrom(...GROUP_OPERATORS), clauses: fc.array(entry, { maxLength: 3 }) })
}

/**
 * An object with the structure of an alert. Its property names often match the keys of {@link clause}, with and without
 * dots.
 */
export function subject(): fc.Arbitrary<object> {
  const name = fc.constantFrom(...NAMES, 'a.b', 'b.c', 'a.b.c', 'c.a')
  const { object } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc
      .array(fc.tuple(name, tie('value')), { minLength: 1, maxLength: 4 })
      .map((entries) => JSON.parse(`{${entries.map(([at, value]) => `"${at}":${JSON.stringify(value)}`)}}`)),
  }))
  return object
}
