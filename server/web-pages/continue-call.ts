import { GO_ON, signInFirst } from '../calls/sign-in-first.ts'
import type { FormPage } from '../http/pages/form-pages.ts'
import { localPath } from './local-path.ts'
import { page } from './page.ts'
import { pagesAt } from './pages-at.ts'

/** After the sign-in, a link leads on to a call, or to the provider of calls. */
export const continuePages: readonly FormPage[] = pagesAt(`${GO_ON}/`, {
  proof: 'none',
  async show({ realm, signedIn, field }) {
    const to = localPath(field('to'))
    if (!to.startsWith('/calls/')) return { to: '/' }
    if (!signedIn) return { to: signInFirst(to) }
    return page({
      organization: realm.name,
      title: 'You are signed in',
      text: ['Video calls are at another site.'],
      links: [{ to, text: 'Go on to the call' }],
    })
  },
})
