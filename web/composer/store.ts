import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type Place, placeKey } from '../../client/model/place.ts'

/** Where a composer writes to. The name of a new topic is part of its text. */
export type Target =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'new-topic'; readonly channelId: number }

/** The same text for the same target. Drafts are kept by it. */
export const targetKey = (target: Target): string =>
  target.kind === 'place' ? placeKey(target.place) : `new:${target.channelId}`

export interface DraftText {
  readonly content: string
  /** The name of a new topic. */
  readonly topic: string
}

const NOTHING: DraftText = { content: '', topic: '' }

export const isBlank = ({ content, topic }: DraftText): boolean => content.trim() === '' && topic.trim() === ''

const texts = new Map<string, Signal<DraftText>>()

function textSignal(key: string): Signal<DraftText> {
  const known = texts.get(key)
  if (known) return known
  const made = signal(NOTHING)
  texts.set(key, made)
  return made
}

/** What is written for a target and not sent yet. */
export const written = (key: string): ReadonlySignal<DraftText> => textSignal(key)

export function setWritten(key: string, change: Partial<DraftText>): void {
  const known = textSignal(key)
  known.value = { ...known.peek(), ...change }
}

/** Places in front of or behind what is there, each in a paragraph of its own. */
export const joined = (first: string, second: string): string =>
  [first, second].filter((one) => one.trim() !== '').join('\n\n')

/** The channel in which a new topic is being written, instead of what the place itself has. */
export const newTopicIn = signal<number | null>(null)

/** The message that is answered in a list of several conversations. */
export const replying = signal<{ readonly place: Place; readonly author: string } | null>(null)

export interface Complaint {
  readonly key: string
  readonly text: string
  /** It was about a send. */
  readonly isNotSent?: true
  /** A text that was too long to be pasted. It can be attached instead. */
  readonly file?: File
}

/** Why something was not done with the text of a target, until it is changed. */
export const complaint = signal<Complaint | null>(null)

/** The target whose draft was stored after the last change. */
export const savedKey = signal<string | null>(null)

/** The target whose composer stays open while other conversations are looked at. */
export const kept = signal<Target | null>(null)

/** Somebody has renamed or moved the topic while something was written for it. */
export const movedNote = signal<{ readonly key: string; readonly text: string } | null>(null)
