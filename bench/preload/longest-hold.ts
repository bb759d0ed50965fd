import { writeFileSync } from 'node:fs'
import pg from 'pg'

/**
 * Loaded into a server: measures the longest time that a transaction held the lane since the last SIGUSR2, from the answer
 * to its lock of `realm_log` to the answer to its commit. Small changes, which take the lane within one statement, do not
 * count.
 */
const file = process.env['BENCH_LONGEST_HOLD'] ?? ''
let longest = 0
let holds = 0

const heldSince = new WeakMap<object, number>()

function noteAnswer(client: object, text: string): void {
  const start = heldSince.get(client)
  if (/"realm_log".*for update/s.test(text)) heldSince.set(client, performance.now())
  else if (start !== undefined && /^(commit|rollback)/i.test(text)) {
    longest = Math.max(longest, performance.now() - start)
    holds += 1
    heldSince.delete(client)
  }
}

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function measured(this: object, ...args: unknown[]) {
  const [first] = args
  const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
  const answer = query.apply(this, args)
  if (answer instanceof Promise)
    void answer.then(
      () => noteAnswer(this, text),
      () => heldSince.delete(this),
    )
  return answer
} as typeof pg.Client.prototype.query

process.on('SIGUSR2', () => {
  writeFileSync(file, `${longest} ${holds}\n`)
  longest = 0
  holds = 0
})
