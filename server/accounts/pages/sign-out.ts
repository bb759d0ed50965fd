import type { FormPage } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { form, proofOf } from './form.ts'
import { pagesAt } from './pages-at.ts'
import { LOGIN } from './sign-in.ts'

/** Leads to the sign-in page, with no cookie left. */
const OUT = { to: LOGIN, signIn: null } as const

export const signOutPages: readonly FormPage[] = pagesAt('/logout/', {
  proof: 'token',
  async show(call) {
    const { realm, signedIn } = call
    if (!signedIn) return OUT
    const text = [`You are signed in as ${signedIn.user.fullName}.`]
    const links = [{ to: '/', text: 'Stay signed in' }]
    return page({
      organization: realm.name,
      title: 'Sign out?',
      text,
      form: form({ button: 'Sign out', hidden: proofOf(call) }),
      links,
    })
  },
  async submit({ ctx, realm, signedIn }) {
    if (!signedIn) return OUT
    await ctx.transact(realm.id, (tx) => endSessions(tx, signedIn.user.id, ({ id }) => id === signedIn.session.id))
    return OUT
  },
})
