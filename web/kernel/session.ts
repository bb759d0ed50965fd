import { batch, signal } from '@preact/signals'
import { createSession, type Session, type SessionOptions } from '../../client/session.ts'
import { isServerTimeKnown, setServerTime } from './time.ts'

/** With https the cookie has a prefix that only the host itself can set. */
const CSRF_COOKIE = /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/

export const csrfToken = (): string => CSRF_COOKIE.exec(document.cookie)?.[1] ?? ''

/** True after the server has said that nobody is signed in any more. */
export const isSessionOver = signal(false)
/** The person does not want to sign in again yet. Sending something asks them once more. */
export const isSignInPutOff = signal(false)

/** Somebody is signed in again. */
export const resumeSession = (): void =>
  batch(() => {
    isSessionOver.value = false
    isSignInPutOff.value = false
  })

/** The first answer says what time it is: messages can be drawn before the state has come, which knows it better. */
const sendAndSetTime: typeof fetch = async (address, init) => {
  const answer = await fetch(address, init)
  const date = Date.parse(answer.headers.get('Date') ?? '')
  if (!isServerTimeKnown() && !Number.isNaN(date)) setServerTime(date / 1000)
  return answer
}

const options: SessionOptions = {
  csrfToken,
  send: sendAndSetTime,
  onSignedOut: () => {
    isSessionOver.value = true
  },
}

export const session = createSession(options)

/** The same with another way to send, such as one that tells its progress. */
export const sessionWith = (send: typeof fetch): Session => createSession({ ...options, send })

export const SIGN_IN = '/login/'

/** The address of a page that signs in and leads back to the present place. */
export const signInAddress = (page = SIGN_IN): string =>
  `${page}?next=${encodeURIComponent(`${location.pathname}${location.search}${location.hash}`)}`
