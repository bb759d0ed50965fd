import { ApiError } from '../../api/errors.ts'
import { accountByPassword } from '../authentication/check-password.ts'
import { hasPasswords } from '../authentication/methods.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../http/pages/form-pages.ts'
import type { User } from '../realm-state/user.ts'
import { newApiKey } from '../users/api-key.ts'
import { changeApiKey } from '../users/change-api-key.ts'
import { passwordHashOf } from '../users/queries.ts'
import { form, proofOf } from './form.ts'
import { page } from './page.ts'
import { orExplained, pagesAt, problemOf } from './pages-at.ts'
import { LOGIN } from './sign-in.ts'

const API_KEY = '/accounts/api-key/'
const TO_LOGIN = { to: `${LOGIN}?next=${encodeURIComponent(API_KEY)}` }
const links = [{ to: '/', text: 'Back' }]

/**
 * Shows somebody the key for their programs, or replaces it. People who sign in with an identity provider have no
 * password with which a program could ask for the key.
 */
export const apiKeyPages: readonly FormPage[] = pagesAt(API_KEY, {
  proof: 'token',
  show: async (call) => (call.signedIn ? askFirst(call, call.signedIn.user, null) : TO_LOGIN),
  async submit(call) {
    if (!call.signedIn) return TO_LOGIN
    const { user } = call.signedIn
    return orExplained(showKey(call, user), (error) => askFirst(call, user, error))
  },
})

async function askFirst(call: FormCall, user: User, refusal: ApiError | null): Promise<HtmlAnswer> {
  return page({
    organization: call.realm.name,
    title: 'Your API key',
    text: ['Programs and scripts use it to do everything that you can do here. Show it to nobody.'],
    ...(refusal ? problemOf(refusal) : {}),
    form: form({ inputs: await passwordInputs(call, user), button: 'Show the key', hidden: proofOf(call) }),
    links,
  })
}

async function showKey(call: FormCall, { id }: User): Promise<HtmlAnswer> {
  const { ctx, realm, field } = call
  await requirePassword(call, realm.users.get(id)!)
  const isNew = field('action') === 'replace'
  if (isNew) await replaceKey(call, realm.users.get(id)!)
  const user = realm.users.get(id)!
  const shown = [
    { name: 'email', label: 'Email', value: user.deliveryEmail, autocomplete: 'off', readonly: true },
    {
      name: 'key',
      label: isNew ? 'New API key' : 'API key',
      value: ctx.secret.unsealKey(user.apiKeySealed),
      autocomplete: 'off',
      readonly: true,
      isCode: true,
    },
  ]
  const inputs = [...shown, ...(await passwordInputs(call, user))]
  return page({
    organization: realm.name,
    title: 'Your API key',
    form: form({ inputs, button: 'Replace the key', isQuiet: true, hidden: { ...proofOf(call), action: 'replace' } }),
    note: 'If you replace it, programs with the old key are refused at once.',
    links,
  })
}

async function replaceKey({ ctx, realm, address }: FormCall, user: User): Promise<void> {
  const actor = { realm, user, client: 'website', address }
  await ctx.transactAs(actor, [], (tx) => changeApiKey(tx, tx.actor.user, ctx.secret, newApiKey()))
}

/** Somebody who finds an unattended browser should not get the key. */
const asksPassword = async ({ ctx, realm }: FormCall, { id }: User): Promise<boolean> =>
  hasPasswords(ctx.config, realm) && (await passwordHashOf(ctx.database.db, id)) !== null

async function passwordInputs(call: FormCall, user: User) {
  if (!(await asksPassword(call, user))) return []
  return [{ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }] as const
}

async function requirePassword(call: FormCall, user: User): Promise<void> {
  if (!(await asksPassword(call, user))) return
  const means = { db: call.ctx.database.db, realm: call.realm, attempts: call }
  const found = await accountByPassword(means, user.deliveryEmail, call.field('password'))
  if (found?.id !== user.id) throw new ApiError('AUTHENTICATION_FAILED', 'This is not your password.')
}
