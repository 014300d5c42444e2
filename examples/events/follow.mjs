// Prints every event of a server. After each connection, it says that everything must be read again.
// node follow.mjs http://127.0.0.1:8080/api/events, with the API key in KEY
const [, , url = ''] = process.argv
const headers = { Authorization: `Key ${process.env.KEY}` }
for (let pause = 1_000; ; pause = Math.min(pause * 2, 30_000)) {
  try {
    const answer = await fetch(url, { headers })
    if (!answer.ok || answer.body === null) throw new Error(`${answer.status} ${await answer.text()}`)
    let text = ''
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.startsWith('event: reset')) console.log('read everything anew')
        else if (block.startsWith('data: ')) console.log(JSON.parse(block.slice('data: '.length)))
      }
      pause = 1_000
    }
  } catch (error) {
    console.error(String(error))
  }
  await new Promise((resolve) => setTimeout(resolve, pause))
}
