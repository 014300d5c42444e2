import type { Received, Sent, TestServer } from '../../packages/http/test/test-server.js'

export const PATH = '/api/resources/import'
export const RECORDS = [
  { resource: 'vm', environment: 'P', services: ['shop'], type: 'virtual machine', attributes: { owner: 'ops' } },
  { resource: 'db', environment: 'P', parent: 'vm', services: ['shop', 'bank'] },
  { resource: 'switch', environment: 'P', parent: 'room' },
]
/** {@link RECORDS} as a CSV file. */
export const CSV = `resource,environment,parent,services,type,attr.owner
vm,P,,shop,virtual machine,ops
db,P,vm,shop;bank,,
switch,P,room,,,
`

export type Post = (sent: Sent, query?: string) => Promise<Received>

/** Returns a function that posts files to the server of the running test. */
export function postTo(server: { readonly current: TestServer }): Post {
  return (sent, query = '') => server.current.call('POST', `${PATH}${query}`, sent)
}

/** A part of a form. It is a file if it has a file name. */
export interface Part {
  readonly name: string
  readonly content: string
  readonly fileName?: string
  readonly type?: string
}

export function multipart(parts: readonly Part[]) {
  const boundary = 'the-boundary-of-this-form'
  const written = parts.map(({ name, content, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const ofType = type === undefined ? '' : `\r\nContent-Type: ${type}`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${ofType}\r\n\r\n${content}\r\n`
  })
  return {
    body: `${written.join('')}--${boundary}--\r\n`,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  }
}
