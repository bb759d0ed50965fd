import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as they came. */
  readonly source: string
}

export interface SmtpReceiver {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Answers the next recipients with this line, for example `550 No such mailbox`. */
  refuseRecipients(line: string | null): void
  close(): Promise<void>
}

/** A small mail server that keeps what it gets: enough of SMTP (RFC 5321) for one client at a time. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = []
  let refusal: string | null = null
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let [input, from, isData] = ['', '', false]
    let to: string[] = []
    const say = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (verb === 'EHLO' || verb === 'HELO') say('250 receiver')
      else if (verb === 'MAIL') {
        from = address
        to = []
        say('250 OK')
      } else if (verb === 'RCPT') {
        if (refusal === null) to.push(address)
        say(refusal ?? '250 OK')
      } else if (verb === 'DATA') {
        isData = true
        say('354 Go on')
      } else if (verb === 'QUIT') {
        say('221 Bye')
        socket.end()
      } else say('250 OK')
    }
    say('220 receiver ready')
    socket.on('data', (bytes) => {
      input += bytes.toString('utf8')
      for (;;) {
        const end = input.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = input.slice(0, end)
        input = input.slice(end + (isData ? 5 : 2))
        if (isData) {
          mails.push({ from, to, source: text.replaceAll('\r\n..', '\r\n.') })
          isData = false
          say('250 Kept')
        } else command(text)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseRecipients(line) {
      refusal = line
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
