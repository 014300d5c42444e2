import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../packages/core/src/index.js'
import { jsonOf, rawRequest } from '../../packages/http/test/raw-request.js'
import { ADMIN_KEY, expectRefusal } from '../../packages/http/test/test-server.js'
import { CSV, multipart, PATH, postTo, RECORDS } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'

const MEBIBYTE = 1024 ** 2
const FILE = { name: 'file', content: CSV, fileName: 'x.csv', type: 'text/csv' }

onThreeStores((server) => {
  const post = postTo(server)
  const expectNothingWritten = async () => {
    for (const path of ['/api/resources/relations', '/api/service_topology', '/api/service_catalog', '/api/audit']) {
      expect((await server.current.call('GET', path)).body.total, path).toBe(0)
    }
  }

  describe('a file in a form', () => {
    it('should refuse a too large file in a form', async () => {
      const content = 'a'.repeat(20 * 1024 ** 2 + 1)
      const refused = await post(multipart([{ name: 'file', content, fileName: 'x.csv', type: 'text/csv' }]))
      expect(refused.body).toMatchObject({ code: 400, errors: [{ code: 'bodyTooLarge' }] })
    })

    it('should refuse forms without a file, and truncated forms', async () => {
      expectRefusal(await post(multipart([{ name: 'note', content: 'x' }])), 400, 'it has no part named file')
      expectRefusal(await post(multipart([])), 400, 'the form is not well-formed')
      const noBoundary = { body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }
      expectRefusal(await post(noBoundary), 400, 'the form is not well-formed')
      const { body, headers } = multipart([{ name: 'file', content: CSV, fileName: 'x.csv', type: 'text/csv' }])
      expectRefusal(await post({ body: body.slice(0, -30), headers }), 400, 'the form is not well-formed')
      const padded = multipart([{ name: 'note', content: 'x'.repeat(2 * 1024 ** 2) }])
      expectRefusal(await post(padded), 400, 'more than 1048576 bytes besides the part named file')
      expect((await post({ json: RECORDS }, '?dryRun=1')).status).toBe(200)
    })

    it('should refuse a form with two files in any order, and write nothing', async () => {
      const second = { ...FILE, content: 'resource,parent\nx,y\n', fileName: 'y.csv' }
      for (const parts of [
        [FILE, second],
        [second, { name: 'note', content: 'x' }, FILE],
      ]) {
        const message = 'it has more than one part named file: send one file per request'
        expectRefusal(await post(multipart(parts)), 400, message)
      }
      await expectNothingWritten()
    })

    it('should refuse a form with too many bytes after the file', async () => {
      const padded = multipart([FILE, { name: 'note', content: 'x'.repeat(2 * MEBIBYTE) }])
      expectRefusal(await post(padded), 400, 'more than 1048576 bytes besides the part named file')
      await expectNothingWritten()
    })
  })

  describe('an upload', () => {
    it('should be refused at once if its Content-Length is too large', async () => {
      const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\nContent-Length: 99999999999\r\n\r\n`
      const answer = await rawRequest(server.current.url, head, 'resource\na\n')
      expect(jsonOf(answer)).toMatchObject({ code: 400, errors: [{ code: 'bodyTooLarge' }] })
    })

    it('should be refused when it exceeds the limit, if it never ends', async () => {
      const socket = await begin(server.current.url, 'Transfer-Encoding: chunked')
      let isOver = false
      const answered = once(socket, 'data').finally(() => {
        isOver = true
      })
      const piece = Buffer.from(`${MEBIBYTE.toString(16)}\r\n${'a'.repeat(MEBIBYTE)}\r\n`)
      for (let sent = 0; sent < 200 && !isOver; sent++) await Promise.race([send(socket, piece), answered])
      const [answer] = (await answered) as [Buffer]
      expect(jsonOf(answer.toString())).toMatchObject({ code: 400, errors: [{ code: 'bodyTooLarge' }] })
      expect(socket.bytesWritten - socket.writableLength, 'bytes that were taken').toBeLessThan(
        LIMITS.cmdbBytes + 20 * MEBIBYTE,
      )
      socket.destroy()
      await expectNothingWritten()
    })

    it('should release its resources when it is aborted, for any number of uploads', async () => {
      for (const head of ['Content-Length: 1000000', 'Transfer-Encoding: chunked']) {
        const sockets = Array.from({ length: LIMITS.receivedFiles + 2 }, () => begin(server.current.url, head))
        for (const socket of await Promise.all(sockets)) {
          socket.write(head.startsWith('Content') ? CSV : `${CSV.length.toString(16)}\r\n${CSV}\r\n`)
          socket.destroy()
        }
      }
      const { body, headers } = multipart([FILE])
      const type = headers['Content-Type']
      const form = await begin(server.current.url, `Content-Type: ${type}\r\nContent-Length: ${body.length + 5}`)
      form.write(body)
      form.destroy()
      expect((await post({ json: RECORDS }, '?dryRun=1')).status).toBe(200)
      await expectNothingWritten()
    })

    it('should wait unread while the maximum number of files is received, without delaying other requests', async () => {
      const { url } = server.current
      const slow = Array.from({ length: LIMITS.receivedFiles }, () => begin(url, `Content-Length: ${LIMITS.cmdbBytes}`))
      // The files are larger than the buffers of a connection, so `send` resolves only if the server receives them.
      for (const socket of await Promise.all(slow)) await send(socket, Buffer.alloc(16 * MEBIBYTE, 'a'))
      const waiting = post({ json: RECORDS })
      expect((await server.current.call('GET', '/healthz')).status).toBe(200)
      await expectNothingWritten()
      const [first, ...others] = await Promise.all(slow)
      first?.destroy()
      expect((await waiting).body).toMatchObject({ applied: true, relations: { create: 2 } })
      for (const socket of others) socket.destroy()
    })
  })
})

// Helpers

/** Opens a connection, and sends the headers of an import with additional header lines. */
async function begin(url: string, lines: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\n${lines}\r\n\r\n`)
  return socket
}

/** Resolves when the operating system has accepted all bytes. */
function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
