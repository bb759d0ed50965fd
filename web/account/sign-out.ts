import { signal } from '@preact/signals'
import { isChanged } from '../composer/drafts/draft-record.ts'
import { loadRecords, records } from '../composer/drafts/records.ts'
import { stopHub } from '../kernel/hub.ts'
import { sendings } from '../kernel/outbox.ts'
import { csrfToken } from '../kernel/session.ts'
import { clearStorage } from '../kernel/storage.ts'

export interface UnsavedCounts {
  readonly messages: number
  /** Drafts that only this browser has. */
  readonly drafts: number
  /** Drafts that the server has, too. */
  readonly keptDrafts: number
}

/** What would be lost, while the person is asked. */
export const leaving = signal<UnsavedCounts | null>(null)

/** Asks first if something was typed that is not sent. */
export async function askToSignOut(): Promise<void> {
  await loadRecords()
  const written = [...records.peek().values()]
  const drafts = written.filter(isChanged).length
  const messages = sendings.value.filter((one) => one.messageId === null).length
  if (written.length + messages > 0) leaving.value = { messages, drafts, keptDrafts: written.length - drafts }
  else await signOut()
}

/** Ends the session, and removes what this browser keeps of the account. */
export async function signOut(): Promise<void> {
  stopHub()
  await clearStorage()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/logout/'
  const token = Object.assign(document.createElement('input'), { name: 'csrfmiddlewaretoken', value: csrfToken() })
  form.append(token)
  document.body.append(form)
  form.submit()
}
