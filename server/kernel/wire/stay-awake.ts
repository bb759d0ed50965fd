import { availableParallelism } from 'node:os'

/** About twice the time of a commit. A commit that takes longer is worth sleeping for. */
const MAX_AWAKE_MILLISECONDS = 0.4

/** With a single processor, the database needs it more. */
const HAS_OTHER_PROCESSORS = availableParallelism() > 1

/** After this many commits of one change each, the next commit is expected to have one change too. */
const SINGLE_COMMITS = 3

let singleInARow = 0
let unfinished = 0
let end = 0
let isTurning = false

/**
 * Keeps the event loop turning while the database commits a single change. A process that sleeps for a fifth of a
 * millisecond loses its processor on a virtual machine, and waking up takes longer than the commit. The loop serves
 * other requests meanwhile. A commit of several changes needs no help: there is work to do while it runs. See
 * docs/adr/0044.
 */
export function stayAwakeFor(commit: Promise<unknown>, changes: number): void {
  singleInARow = changes === 1 ? singleInARow + 1 : 0
  if (!HAS_OTHER_PROCESSORS || singleInARow <= SINGLE_COMMITS) return
  unfinished += 1
  end = performance.now() + MAX_AWAKE_MILLISECONDS
  if (!isTurning) {
    isTurning = true
    setImmediate(turn)
  }
  commit.then(finish, finish)
}

function finish(): void {
  unfinished -= 1
}

function turn(): void {
  isTurning = unfinished > 0 && performance.now() < end
  if (isTurning) setImmediate(turn)
}
