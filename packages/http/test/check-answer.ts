import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapiDocument } from '../src/openapi/openapi-document.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'

/** A received answer. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Header {
  readonly required?: boolean
}

interface Described {
  readonly headers?: Readonly<Record<string, Header | { readonly $ref: string }>>
  /** The media types of the body; absent if there is no body. */
  readonly content?: Readonly<Record<string, { readonly schema: AnySchemaObject }>>
}

type Referable = Described | { readonly $ref: string }

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Referable> }>>>>
  readonly components: { readonly responses: Readonly<Record<string, Described>> }
}

/** The OpenAPI document as JSON, like the answer to GET /openapi.json. */
export const DOCUMENT = JSON.parse(
  JSON.stringify(openapiDocument(ALL_ROUTES, { version: '', baseUrl: '' })),
) as Document

const BASE = 'openapi.json'
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, allowUnionTypes: true })
addFormats.default(ajv)
ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
ajv.addSchema({ ...DOCUMENT, $id: BASE } as AnySchemaObject)

/**
 * Describes answers to requests that are refused before they reach an operation: for each status, the name of the
 * response in the OpenAPI document.
 */
const BEFORE_OPERATIONS: Readonly<Record<number, string>> = {
  400: 'Invalid',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'TooLarge',
  417: 'ExpectationFailed',
  431: 'HeadersTooLarge',
}

/** Lists how an answer deviates from the OpenAPI document. */
export function faultsOf(method: string, path: string, received: Received): readonly string[] {
  const { status, headers } = received
  if (status === 204 && method === 'OPTIONS') return faultsOfAllow(path, headers)
  const pointer = pointerTo(method, path, status)
  if (pointer === undefined) return ['the document does not have this status']
  const described = resolve(pointer) as Described
  return [
    ...faultsOfHeaders(described, headers),
    ...(status === 405 ? faultsOfAllow(path, headers) : []),
    ...faultsOfBody({ method, pointer, described, received }),
  ]
}

/**
 * Lists the faults of the header `Allow`. The header must name the methods of the first matching path. The header may
 * also name methods of other matching paths.
 */
function faultsOfAllow(path: string, headers: Headers): readonly string[] {
  const [first = [], ...others] = templatesOf(path).map((template) => Object.keys(DOCUMENT.paths[template] ?? {}))
  const allowed = new Set(headers.get('allow')?.toLowerCase().split(', '))
  const known = [...first, ...others.flat(), 'head', 'options']
  const isCorrect =
    first.every((method) => allowed.has(method)) && [...allowed].every((method) => known.includes(method))
  return isCorrect ? [] : [`the header Allow says ${headers.get('allow')}, the document ${first.join(', ')}`]
}

/**
 * The JSON pointer to the description of an answer in the document; `undefined` if the document does not describe it.
 */
function pointerTo(method: string, path: string, status: number): string | undefined {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  const template = templatesOf(path).find((candidate) => DOCUMENT.paths[candidate]?.[wanted] !== undefined)
  if (template !== undefined) {
    const own = `#/paths/${escaped(template)}/${wanted}/responses/${status}`
    const response = DOCUMENT.paths[template]?.[wanted]?.responses[status]
    if (response !== undefined) return '$ref' in response ? response.$ref : own
    return undefined
  }
  const component = BEFORE_OPERATIONS[status]
  return component === undefined ? undefined : `#/components/responses/${component}`
}

/** The paths of the document. Paths without parameters come first (OpenAPI, Path Templating). */
const TEMPLATES = Object.keys(DOCUMENT.paths)
  .map((template) => ({ template, pattern: toPattern(template.replaceAll(/\{(\w+)\}/g, ':$1')) }))
  .sort((one, other) => Number(one.template.includes('{')) - Number(other.template.includes('{')))

/** The paths of the document that match a request. */
function templatesOf(path: string): readonly string[] {
  const pathname = path.split('?')[0] ?? ''
  return TEMPLATES.filter(({ pattern }) => pattern.test(pathname)).map(({ template }) => template)
}

export function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}$`)
}

function faultsOfHeaders({ headers = {} }: Described, received: Headers): readonly string[] {
  return Object.entries(headers).flatMap(([name, entry]) => {
    const header = ('$ref' in entry ? resolve(entry.$ref) : entry) as Header
    return header.required === true && !received.has(name) ? [`there is no header ${name}`] : []
  })
}

interface ReceivedBody {
  readonly method: string
  readonly pointer: string
  readonly described: Described
  readonly received: Received
}

function faultsOfBody({ method, pointer, described, received }: ReceivedBody): readonly string[] {
  const { status, headers, text } = received
  const contentType = headers.get('content-type') ?? ''
  const media = contentType.split(';')[0] ?? ''
  if (described.content === undefined) return contentType + text === '' ? [] : ['there is a body']
  if (described.content[media] === undefined) return [`the document does not have the content type ${contentType}`]
  if (!contentType.endsWith('; charset=utf-8')) return [`the content type ${contentType} names no charset`]
  if (method === 'HEAD') return text === '' ? [] : ['there is a body']
  const body: unknown = media === 'application/json' ? JSON.parse(text) : text
  const faults = faultsOfValue(`${pointer}/content/${escaped(media)}/schema`, body)
  return status < 400 ? faults : [...faults, ...faultsOfRefusal(body as RefusalBody, received)]
}

interface RefusalBody {
  readonly code?: number
  readonly requestId?: string
}

function faultsOfRefusal({ code, requestId }: RefusalBody, { status, headers }: Received): readonly string[] {
  if (code !== status) return [`the body says ${code}`]
  return requestId === headers.get('x-request-id') ? [] : [`the body says request ${requestId}`]
}

/** The compiled schemas by their JSON pointers. Finding one in Ajv takes longer than most checks. */
const VALIDATORS = new Map<string, ValidateFunction>()

/** Lists how a value deviates from the schema at a JSON pointer. */
export function faultsOfValue(pointer: string, value: unknown): readonly string[] {
  const validate = VALIDATORS.get(pointer) ?? ajv.getSchema(`${BASE}${pointer}`)
  if (validate === undefined) throw new Error(`no schema at ${pointer}`)
  VALIDATORS.set(pointer, validate)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `body${instancePath} ${message} ${JSON.stringify(params)}`
  })
}

/** The value at a JSON pointer of the document. */
export function resolve(pointer: string): unknown {
  const keys = pointer.slice(2).split('/').map(unescaped)
  return keys.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], DOCUMENT)
}

/** Escapes a key for a JSON pointer in a URL. */
export function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
