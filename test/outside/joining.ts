import { expect } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Browser } from '../browser-visit.ts'
import { administrator } from '../people.ts'
import { linkIn, takeMails } from './mails.ts'
import { startSignOnServer, whoIs } from './single-sign-on.ts'

const { createInviteLink, getInvites, sendInvites } = endpoints

export type Page = Awaited<ReturnType<Browser['request']>>
export type JoiningServer = Awaited<ReturnType<typeof startJoining>>

/** Where a browser goes on that has joined with the provider. */
export const JOINED = '/accounts/joined/'

/** The same server, with Ada, who invites people. */
export async function startJoining() {
  const on = await startSignOnServer()
  const { server, provider } = on
  const ada = await administrator(server, 'Ada')
  let count = 0
  /** Somebody without an account, whom the provider knows. Another one for each test. */
  const newcomer = { email: '', browser: on.visitor() }
  return {
    ...on,
    ada,
    next() {
      on.forget()
      count += 1
      newcomer.email = `new${count}@example.org`
      newcomer.browser = on.visitor()
      provider.person = { email: newcomer.email, email_verified: true, name: `New ${count}` }
      return { ...newcomer }
    },
    account: (email = newcomer.email) => server.realm.userByEmail(email),
    openInvitations: async () => (await server.owner.call(getInvites, {})).invites.length,
    /** The path of a new invitation by mail. */
    async invited(to = newcomer.email, more: object = {}) {
      await takeMails(server)
      await ada.client.call(sendInvites, { invitee_emails: to, stream_ids: [], ...more })
      return linkIn((await takeMails(server)).find((mail) => mail.to === to)!, '/join/')
    },
    /** The path of a new link for guests. */
    linked: async () => new URL((await ada.client.call(createInviteLink, { invite_as: 600 })).invite_link).pathname,
    forgetInvitations: () => server.database.db.deleteFrom('invitation').execute(),
    /** The page says why, nobody is signed in, and the invitation still works. */
    async isRefused(page: Page, path: string, status: number, why: string) {
      expect(page.text).toContain('<h1>Join Test</h1>')
      expect(page.text).toContain(why)
      expect(page.text).toContain(`<a href="${path}">Back to the invitation</a>`)
      expect(page.status).toBe(status)
      expect(await whoIs(newcomer.browser)).toBeUndefined()
      expect((await on.visitor().request(path)).status).toBe(200)
    },
  }
}
