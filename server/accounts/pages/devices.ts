import { escapeHtml } from '../../kernel/http/escape-html.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import type { SignedIn } from '../../kernel/http/request/browser-session.ts'
import { isOver, type Session } from '../../kernel/realm-state/records/sessions.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { form, proofOf } from './form.ts'
import { pagesAt } from './pages-at.ts'
import { LOGIN, signInFor } from './sign-in.ts'

const DEVICES = '/accounts/devices/'
const TO_LOGIN = signInFor(DEVICES)
const ALL = 'all'

/** The browsers that somebody is signed in with. */
export const devicePages: readonly FormPage[] = pagesAt(DEVICES, {
  proof: 'token',
  show: async (call) => (call.signedIn ? list(call, call.signedIn) : TO_LOGIN),
  async submit({ ctx, realm, signedIn, field }) {
    if (!signedIn) return TO_LOGIN
    const which = field('session')
    const isChosen = ({ id }: Session) => which === ALL || `${id}` === which
    await ctx.transact(realm.id, (tx) => endSessions(tx, signedIn.user.id, isChosen))
    return isChosen(signedIn.session) ? { to: LOGIN, signIn: null } : { to: DEVICES }
  },
})

function list(call: FormCall, { user, session: here }: SignedIn): HtmlAnswer {
  const { realm } = call
  const sessions = (realm.records.sessions.get(user.id)?.sessions ?? []).filter(
    (session) => !isOver(session, realm.now),
  )
  const rows = sessions.map((session) => {
    const { id, device, lastUsedAt } = session
    const used = id === here.id ? '<p class="here">This browser</p>' : `<p>Last used ${timeOf(lastUsedAt)}</p>`
    const button = { button: 'Sign out', isQuiet: true, label: `Sign out ${device}` }
    const out = form({ ...button, hidden: { ...proofOf(call), session: `${id}` } })
    return `<li><div>${escapeHtml(device)}${used}</div>${out}</li>`
  })
  const everywhere = form({ button: 'Sign out everywhere', hidden: { ...proofOf(call), session: ALL } })
  return page({
    organization: realm.name,
    title: 'Your devices',
    text: [`You are signed in as ${user.fullName} in these browsers.`],
    form: `<ul class="devices">\n${rows.join('\n')}\n</ul>\n${everywhere}`,
    links: [
      { to: '/', text: 'Back' },
      { to: '/accounts/api-key/', text: 'Your API key' },
      { to: '/logout/', text: 'Sign out here' },
    ],
  })
}

/** Times are in UTC, because the page has no script and does not know the time zone of the browser. */
function timeOf(time: number): string {
  const date = new Date(time * 1000).toISOString()
  return `<time datetime="${date}">${date.slice(0, 10)} ${date.slice(11, 16)} UTC</time>`
}
