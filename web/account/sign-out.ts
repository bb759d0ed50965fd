import { signal } from '@preact/signals'
import { stopHub } from '../kernel/hub.ts'
import { sendings } from '../kernel/outbox.ts'
import { csrfToken } from '../kernel/session.ts'
import { clearStorage, storage } from '../kernel/storage.ts'

export interface Unsaved {
  readonly messages: number
  readonly drafts: number
}

/** What would be lost, while the person is asked. */
export const leaving = signal<Unsaved | null>(null)

/** Asks first if something was typed that is stored only here. */
export async function askToSignOut(): Promise<void> {
  const drafts = (await (await storage())?.count('drafts')) ?? 0
  const messages = sendings.value.filter((one) => one.messageId === null).length
  if (drafts + messages > 0) leaving.value = { messages, drafts }
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
