import { hash } from 'node:crypto'
import { MAX_TOPIC_LENGTH } from '../../../kernel/texts/message-text.ts'
import { cutTo, nameKey } from './names.ts'

/** A thread: what tells it from others, and when its first reply was sent. */
interface Thread {
  readonly key: string
  readonly since: number
}

/**
 * Names of the topics that threads become, different in each channel. The thread whose first reply came first has the
 * name alone, later ones get a number: so a later export, with more threads, finds the same names. Holds a few bytes per
 * thread, and more only for threads with the same first words.
 */
export class ThreadNames {
  readonly #threads = new Map<number, Thread | Thread[]>()
  readonly #reserved: ReadonlySet<string>

  /** `reserved` are the names of other topics. */
  constructor(reserved: readonly string[]) {
    this.#reserved = new Set(reserved.map(nameKey))
  }

  /** Every thread, before the first question. */
  add(channelId: string, words: string, thread: Thread): void {
    const place = placeOf(channelId, words)
    const before = this.#threads.get(place)
    if (before === undefined) this.#threads.set(place, thread)
    else if (Array.isArray(before)) before.push(thread)
    else this.#threads.set(place, [before, thread])
  }

  nameOf(channelId: string, words: string, key: string): string {
    const threads = this.#threads.get(placeOf(channelId, words))
    const place = Array.isArray(threads) ? sorted(threads).findIndex((thread) => thread.key === key) : 0
    const number = Math.max(0, place) + (this.#reserved.has(nameKey(words)) ? 2 : 1)
    if (number === 1) return words
    const end = ` (${number})`
    return `${cutTo(words, MAX_TOPIC_LENGTH - end.length)}${end}`
  }
}

const ordered = new WeakSet<readonly Thread[]>()

function sorted(threads: Thread[]): readonly Thread[] {
  if (!ordered.has(threads)) {
    threads.sort((one, other) => one.since - other.since || (one.key < other.key ? -1 : 1))
    ordered.add(threads)
  }
  return threads
}

/** Names that begin alike are numbered together, because a number may have to replace the end of a long name. */
const SHARED = 50

/** 48 bits of a digest. If two different names meet by chance, one of them has a needless number. */
function placeOf(channelId: string, words: string): number {
  const beginning = nameKey([...words].slice(0, SHARED).join('').trimEnd())
  return hash('sha256', `${channelId}\0${beginning}`, 'buffer').readUIntBE(0, 6)
}
