import { signal } from '@preact/signals'
import { createLink, type Invitation, openLinks, revokeLink, type Terms } from './invitations.ts'

interface MadeLink {
  readonly terms: string
  readonly url: string
  /** Somebody may have it already: then it must stay. */
  readonly isCopied: boolean
}

const made = signal<MadeLink | null>(null)

const keyOf = (terms: Terms): string => JSON.stringify(terms)

export const madeLink = (terms: Terms): string => (made.value?.terms === keyOf(terms) ? made.value.url : '')

export const keepLink = (): void => {
  if (made.value) made.value = { ...made.value, isCopied: true }
}

/** Makes a link with these terms, and returns all that work. One that was shown but never copied is revoked. */
export async function makeLink(terms: Terms): Promise<readonly Invitation[]> {
  const open = await openLinks()
  const before = made.peek()
  const known = open.find(({ link_url }) => link_url === before?.url)
  if (known && before?.terms === keyOf(terms)) return open
  if (known && !before?.isCopied) await revokeLink(known.id)
  made.value = { terms: keyOf(terms), url: await createLink(terms), isCopied: false }
  return openLinks()
}
