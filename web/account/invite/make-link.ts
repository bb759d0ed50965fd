import { remembered } from '../../kernel/remembered.ts'
import { serverNow } from '../../kernel/time.ts'
import { createLink, type Invitation, openLinks, revokeLink, type Terms } from './invitations.ts'

interface MadeLink {
  readonly terms: string
  readonly url: string
  /** Somebody may have it already: then it must stay. */
  readonly isCopied: boolean
}

/** Also after a reload, so that each visit does not leave a link behind. */
const made = remembered<MadeLink | null>('invite-link', null)

/** In seconds. A link that ends earlier than the dialog says is not shown again. */
const MAX_LOSS = 3_600

const keyOf = (terms: Terms): string => JSON.stringify(terms)

export const madeLink = (terms: Terms): string => (made.value.value?.terms === keyOf(terms) ? made.value.value.url : '')

export const keepLink = (): void => {
  const before = made.value.peek()
  if (before) made.set({ ...before, isCopied: true })
}

const lasts = ({ expiry_date: end }: Invitation, { validity }: Terms): boolean =>
  end === null || validity === null || end > serverNow() + validity * 60 - MAX_LOSS

/** Makes a link with these terms, and returns all that work. One that was shown but never copied is revoked. */
export async function makeLink(terms: Terms): Promise<readonly Invitation[]> {
  const open = await openLinks()
  const before = made.value.peek()
  const known = open.find(({ link_url }) => link_url === before?.url)
  if (known && before?.terms === keyOf(terms) && lasts(known, terms)) return open
  if (known && !before?.isCopied) await revokeLink(known.id)
  made.set({ terms: keyOf(terms), url: await createLink(terms), isCopied: false })
  return openLinks()
}
