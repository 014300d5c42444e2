/** Prints the messages of a subscription: `SECRET=whsec_… node examples/receiver/start.mjs 8090`. */
import { createReceiver } from './receiver.mjs'

const receiver = createReceiver(process.env.SECRET ?? '', ({ type, data }) => {
  const causes = data.causes.map(({ event, resource }) => `${event} on ${resource}`)
  console.log([type, data.service ?? data.alertId, `${data.from} -> ${data.to}`, ...causes].join('; '))
})
receiver.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'))
