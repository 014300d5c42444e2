import { gzipSync } from 'node:zlib'
import { LIMITS } from '../../packages/core/src/index.js'

/** An invalid CMDB file (rules.md#cmdb-errors). */
export interface RefusedCmdbFile {
  readonly title: string
  readonly bytes: Uint8Array
  /** The code and path of each fault that is reported, in order. */
  readonly faults: readonly (readonly [code: string, path: string])[]
}

const MEBIBYTE = 1024 ** 2
const LONG = 'x'.repeat(LIMITS.name + 1)
const SHOP = { environment: 'P', services: ['shop'] }

const JSON_FILES: readonly RefusedCmdbFile[] = [
  refused('records without a resource', json([{ parent: 'a' }, { resource: ' ' }, 5, { resource: {} }]), [
    ['missingResource', 'records[0].resource'],
    ['missingResource', 'records[1].resource'],
    ['missingResource', 'records[2]'],
    ['missingResource', 'records[3].resource'],
  ]),
  refused('faults of all kinds', json([{}, { resource: 'a', parent: 'a' }, { resource: 'b' }, { resource: 'b' }]), [
    ['missingResource', 'records[0].resource'],
    ['duplicateRecord', 'records[3]'],
    ['selfParent', 'records[1].parent'],
  ]),
  refused(
    'a loop',
    json([
      { resource: 'a', parent: 'b' },
      { resource: 'b', parent: 'a' },
    ]),
    [['cycle', 'records[0].parent']],
  ),
  refused(
    'values that are too long',
    json([
      { resource: LONG, environment: LONG, parent: 'p' },
      { resource: 'a', parent: LONG, services: [LONG], type: 'x'.repeat(LIMITS.cmdbType + 1) },
    ]),
    [
      ['valueTooLong', 'records[0].resource'],
      ['valueTooLong', 'records[0].environment'],
      ['valueTooLong', 'records[1].parent'],
      ['valueTooLong', 'records[1].services'],
      ['valueTooLong', 'records[1].type'],
    ],
  ),
  refused(
    'fields that are not texts',
    json([{ resource: 'a', environment: [], parent: {}, services: [{}], type: true, attributes: [] }]),
    ['environment', 'parent', 'services', 'type', 'attributes'].map((field) => ['invalidJson', `records[0].${field}`]),
  ),
  refused('a number beyond the precision of JSON', text('[{"resource": "a", "parent": 12345678901234567890}]'), [
    ['invalidJson', 'records[0].parent'],
  ]),
  refused('U+0000 and half a surrogate pair, as escapes', text('[{"resource": "a\\u0000"}, {"resource": "\\ud800"}]'), [
    ['invalidJson', 'records[0].resource'],
    ['invalidJson', 'records[1].resource'],
  ]),
  refused('truncated JSON', text('[{"resource": "a"'), [['invalidJson', 'body']]),
  refused('JSON without a list of records', text('{"records": []}'), [['invalidJson', 'body']]),
  refused('items that are not a list', text('{"items": {}}'), [['invalidJson', 'body']]),
  refused('deeply nested lists', text('['.repeat(300_000)), [['tooManyRecords', 'body']]),
  refused('more records than allowed', json(many(LIMITS.cmdbRecords + 1, (at) => ({ resource: `r${at}` }))), [
    ['tooManyRecords', 'body'],
  ]),
  refused('a record with too many services', json([{ resource: 'a', services: many(LIMITS.cmdbNodes + 1, String) }]), [
    ['tooManyRecords', 'body'],
  ]),
  refused('10 MB on one line of JSON', json([{ resource: 'x'.repeat(10 * MEBIBYTE) }]), [
    ['valueTooLong', 'records[0].resource'],
  ]),
  refused('more faults than are listed', json(many(LIMITS.cmdbIssues + 234, () => null)), [
    ...many(LIMITS.cmdbIssues, (at) => ['missingResource', `records[${at}]`] as const),
    ['missingResource', 'body'],
  ]),
  refused(
    'a topology with more nodes than allowed',
    json(many(LIMITS.topologyNodes - 1, (at) => ({ ...SHOP, resource: `r${at}` }))),
    [['tooLarge', 'topologies[shop].nodes']],
  ),
]

const CSV_FILES: readonly RefusedCmdbFile[] = [
  refused('an empty file', text(''), [['invalidCsvHeader', 'header']]),
  refused('only empty lines', text('\ufeff\r\n,,\r\n'), [['invalidCsvHeader', 'header']]),
  refused('a header without resource', text('name,parent\na,b\n'), [['invalidCsvHeader', 'header']]),
  refused('an unclosed quote in the header', text('resource,"x\na,b\n'), [['invalidCsvHeader', 'header']]),
  refused('100,000 columns', text(`resource${',x'.repeat(100_000)}\na\n`), [['invalidCsvHeader', 'header']]),
  refused('rows with faults', text('resource,parent\n\na,a\n"b\nc",\n,x\n"b\nc",\n'), [
    ['missingResource', 'records[2].resource'],
    ['duplicateRecord', 'records[3]'],
    ['selfParent', 'records[0].parent'],
  ]),
  refused('an unclosed quote after another fault', text('resource,parent\n,x\n"a,b\nc,d\n'), [
    ['missingResource', 'records[0].resource'],
    ['invalidJson', 'records[1]'],
  ]),
  refused('text after a closing quote', text('resource\n"a"b\n'), [['invalidJson', 'records[0]']]),
  refused('10 MB on one line of CSV', text(`resource\n${'x'.repeat(10 * MEBIBYTE)}\n`), [['valueTooLong', 'body']]),
  refused('more rows than allowed', text(`resource\n${many(LIMITS.cmdbRecords + 1, String).join('\n')}\n`), [
    ['tooManyRecords', 'body'],
  ]),
  refused('more lines than allowed', text(`resource\n${'\n'.repeat(LIMITS.cmdbLines)}`), [['tooManyRecords', 'body']]),
]

/** Files that are neither CSV nor JSON. */
const OTHER_FILES: readonly RefusedCmdbFile[] = [
  refused('U+0000', text('resource\na\u0000b\n'), [['invalidJson', 'body']]),
  refused('invalid UTF-8', Uint8Array.of(0x5b, 0xe4, 0x5d), [['invalidJson', 'body']]),
  refused(
    'UTF-16 that is cut in the middle of a character',
    Buffer.from('\ufeffresource\na\n', 'utf16le').subarray(0, -1),
    [['invalidJson', 'body']],
  ),
  refused('UTF-16 without a byte order mark', Buffer.from('resource\na\n', 'utf16le'), [['invalidJson', 'body']]),
  refused('a zip archive', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0), [['invalidJson', 'body']]),
  refused('a gzip bomb', gzipSync(Buffer.alloc(100 * MEBIBYTE, 'a')), [['invalidJson', 'body']]),
  refused('more than 20 MiB', Buffer.alloc(LIMITS.cmdbBytes + 1, 'a'), [['bodyTooLarge', 'body']]),
]

export const REFUSED_CMDB_FILES = [...JSON_FILES, ...CSV_FILES, ...OTHER_FILES]

// Helpers

function refused(title: string, bytes: Uint8Array, faults: RefusedCmdbFile['faults']): RefusedCmdbFile {
  return { title, bytes, faults }
}

function text(content: string): Uint8Array {
  return Buffer.from(content)
}

function json(records: readonly unknown[]): Uint8Array {
  return text(JSON.stringify(records))
}

function many<Item>(count: number, make: (at: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
