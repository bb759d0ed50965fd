import { availableParallelism } from 'node:os'

/** About twice what the database takes for a commit. What takes longer is worth sleeping for. */
const MOST_MILLISECONDS = 0.4

/** On a single processor the database needs it more than we do. */
const HAS_OTHERS = availableParallelism() > 1

/** After so many commits of a single change, the next is taken to be one too. */
const ALONE = 3

let aloneInARow = 0
let expected = 0
let end = 0
let isTurning = false

/**
 * Keeps the process awake for the commit of a change that comes alone; among others there is work to do meanwhile. A
 * process that falls asleep for a fifth of a millisecond pays for it: on a virtual machine its processor may be given
 * away, and what it finds afterwards is cold. Everything else that happens meanwhile is served as ever. See docs/adr/0024.
 */
export function stayAwakeFor(commit: Promise<unknown>, changes: number): void {
  aloneInARow = changes === 1 ? aloneInARow + 1 : 0
  if (!HAS_OTHERS || aloneInARow <= ALONE) return
  expected += 1
  end = performance.now() + MOST_MILLISECONDS
  if (!isTurning) {
    isTurning = true
    setImmediate(turn)
  }
  commit.then(cameIn, cameIn)
}

function cameIn(): void {
  expected -= 1
}

function turn(): void {
  isTurning = expected > 0 && performance.now() < end
  if (isTurning) setImmediate(turn)
}
