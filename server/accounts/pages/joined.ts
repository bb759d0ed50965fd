import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import type { SignedIn } from '../../kernel/http/request/browser-session.ts'
import { welcomePage } from './new-account.ts'
import { pagesAt } from './pages-at.ts'
import { LOGIN } from './sign-in.ts'

const JOINED = '/accounts/joined/'
const EXISTING = 'existing'

/** Where a browser goes on that has come back from the provider with an invitation. */
export const joinedPath = ({ isNew }: { readonly isNew: boolean }): string =>
  isNew ? JOINED : `${JOINED}?account=${EXISTING}`

/** A page of its own, so that it can be loaded again. The answer of the provider works only once. */
export const joinedPages: readonly FormPage[] = pagesAt(JOINED, {
  proof: 'none',
  show: async (call) => (call.signedIn ? show(call, call.signedIn) : { to: LOGIN }),
})

function show(call: FormCall, { user }: SignedIn): HtmlAnswer {
  const { realm, field } = call
  const { deliveryEmail, fullName } = user
  const on = { to: '/', text: 'Go on' }
  if (field('account') !== EXISTING) return welcomePage(call, deliveryEmail, on)
  const text = [
    `You are signed in as ${fullName}, with the address ${deliveryEmail}.`,
    'The invitation has not been used.',
  ]
  const title = `You already have an account in ${realm.name}`
  return page({ organization: realm.name, title, text, links: [on] })
}
