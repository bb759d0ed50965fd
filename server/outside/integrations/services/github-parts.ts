import type { Notice } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { link } from '../text.ts'

/** Null for what is not worth a message. */
export type EventReader = (payload: Payload) => Omit<Notice, 'event'> | null

export const repository = (payload: Payload): string => payload.text('repository', 'name')
const person = (payload: Payload, ...names: readonly string[]): string =>
  link(payload.text(...names, 'login'), payload.find(...names, 'html_url'))
export const sender = (payload: Payload): string => person(payload, 'sender')

/** `#3 Title` as a link, and the topic of everything about it. */
export function numbered(payload: Payload, item: Payload, kind: string) {
  const name = `#${item.text('number')} ${item.text('title')}`
  return { shown: link(name, item.find('html_url')), topic: `${repository(payload)} / ${kind} ${name}` }
}
