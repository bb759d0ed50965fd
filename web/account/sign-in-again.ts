import { sayHello } from '../kernel/hub.ts'
import { sendNow } from '../kernel/outbox.ts'
import { csrfToken, resumeSession } from '../kernel/session.ts'

/** Signs in with the same form as the sign-in page, without leaving this one. False if the password is wrong. */
export async function signInAgain(username: string, password: string): Promise<boolean> {
  // Signing out in another tab takes the cookie that a form has to repeat. Any page brings a new one.
  if (csrfToken() === '') await fetch('/login/')
  const body = new URLSearchParams({ csrfmiddlewaretoken: csrfToken(), username, password, next: '/' })
  const answer = await fetch('/login/', { method: 'POST', body })
  if (!answer.ok || new URL(answer.url).pathname.startsWith('/login')) return false
  resumeSession()
  sayHello()
  sendNow()
  return true
}
