import { signal } from '@preact/signals'
import { isChanged } from '../composer/drafts/draft-record.ts'
import { storedDrafts } from '../composer/drafts/records.ts'
import { uploadAllNow } from '../composer/drafts/synchronize.ts'
import { saveDrafts } from '../composer/keep-draft.ts'
import { showFailure } from '../kernel/failure.ts'
import { leaveTabs, sayHello, stopHub } from '../kernel/hub.ts'
import { sendings } from '../kernel/outbox.ts'
import { csrfToken } from '../kernel/session.ts'
import { clearStorage } from '../kernel/storage/storage.ts'
import { storedSends } from '../kernel/storage/stored-sends.ts'

export interface UnsavedCounts {
  readonly messages: number
  /** Drafts that only this browser has. */
  readonly drafts: number
  /** Drafts that the server has, too. */
  readonly keptDrafts: number
}

/** What would be lost, while the person is asked. */
export const leaving = signal<UnsavedCounts | null>(null)

/** How long the server may take to store the newest drafts before they count as stored only here. */
const PATIENCE = 1_000

const patience = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PATIENCE))

/** What the tabs of this browser have not sent. */
async function countUnsaved(): Promise<UnsavedCounts> {
  await Promise.race([saveDrafts().then(uploadAllNow), patience()])
  const written = await storedDrafts()
  const drafts = written.filter(isChanged).length
  const own = sendings.value.filter(({ messageId }) => messageId === null)
  const messages = new Set([...(await storedSends()), ...own].map(({ key }) => key)).size
  return { messages, drafts, keptDrafts: written.length - drafts }
}

/** Asks first if something was typed that is not sent. */
export async function askToSignOut(): Promise<void> {
  const counts = await countUnsaved()
  if (counts.messages + counts.drafts + counts.keptDrafts > 0) leaving.value = counts
  else await signOut()
}

/** Ends the session, removes what this browser keeps of the account, and leaves the app in all tabs. */
export async function signOut(): Promise<void> {
  stopHub()
  try {
    await fetch('/logout/', { method: 'POST', body: new URLSearchParams({ csrfmiddlewaretoken: csrfToken() }) })
  } catch (error) {
    leaving.value = null
    sayHello()
    showFailure(error)
    return
  }
  await clearStorage()
  leaveTabs()
}
