import type { FormPage } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { CONTINUE, signInFirst } from '../../outside/calls/sign-in-first.ts'
import { localPath } from './local-path.ts'
import { pagesAt } from './pages-at.ts'

/** After the sign-in, a link leads to a call, or to the provider of calls. */
export const continuePages: readonly FormPage[] = pagesAt(`${CONTINUE}/`, {
  proof: 'none',
  async show({ realm, signedIn, field }) {
    const to = localPath(field('to'))
    if (!to.startsWith('/calls/')) return { to: '/' }
    if (!signedIn) return { to: signInFirst(to) }
    return page({
      organization: realm.name,
      title: 'You are signed in',
      text: ['The next page is on another site.'],
      links: [{ to, text: 'Continue' }],
    })
  },
})
