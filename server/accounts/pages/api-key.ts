import { ApiError } from '../../../api/errors.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { hasPasswords } from '../../organization/sign-in-methods/methods.ts'
import { newApiKey } from '../../people/users/api-key.ts'
import { changeApiKey } from '../../people/users/change-api-key.ts'
import { passwordHashOf } from '../../people/users/queries.ts'
import { accountByPassword } from '../authentication/check-password.ts'
import { form, proofOf } from './form.ts'
import { orExplained, pagesAt, problemOf } from './pages-at.ts'
import { signInFor } from './sign-in.ts'

const API_KEY = '/accounts/api-key/'
const TO_LOGIN = signInFor(API_KEY)
const links = [{ to: '/', text: 'Back' }]
const PASSWORD = { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' } as const

/**
 * Shows somebody the key for their programs, or replaces it. People who sign in with an identity provider have no
 * password with which a program could ask for the key.
 */
export const apiKeyPages: readonly FormPage[] = pagesAt(API_KEY, {
  proof: 'token',
  async show(call) {
    if (!call.signedIn) return TO_LOGIN
    return askFirst(call, await asksPassword(call, call.signedIn.user), null)
  },
  async submit(call) {
    if (!call.signedIn) return TO_LOGIN
    const { user } = call.signedIn
    const asks = await asksPassword(call, user)
    return orExplained(showKey(call, user, asks), (error) => askFirst(call, asks, error))
  },
})

/** Somebody who finds an unattended browser should not get the key. */
const asksPassword = async ({ ctx, realm }: FormCall, { id }: User): Promise<boolean> =>
  hasPasswords(ctx.config, realm) && (await passwordHashOf(ctx.database.db, id)) !== null

function askFirst(call: FormCall, asks: boolean, refusal: ApiError | null): HtmlAnswer {
  return page({
    organization: call.realm.name,
    title: 'Your API key',
    text: ['Programs and scripts use it to do everything that you can do here. Show it to nobody.'],
    ...(refusal ? problemOf(refusal) : {}),
    form: form({ inputs: asks ? [PASSWORD] : [], button: 'Show the key', hidden: proofOf(call) }),
    links,
  })
}

async function showKey(call: FormCall, { id, deliveryEmail }: User, asks: boolean): Promise<HtmlAnswer> {
  const { ctx, realm, field } = call
  if (asks) await requirePassword(call, id, deliveryEmail)
  const isNew = field('action') === 'replace'
  if (isNew) await replaceKey(call, id)
  const key = ctx.secret.unsealKey(realm.users.get(id)!.apiKeySealed)
  const shown = { autocomplete: 'off', readonly: true }
  const inputs = [
    { ...shown, name: 'email', label: 'Email', value: deliveryEmail },
    { ...shown, name: 'key', label: isNew ? 'New API key' : 'API key', value: key, isCode: true },
    ...(asks ? [PASSWORD] : []),
  ]
  const hidden = { ...proofOf(call), action: 'replace' }
  return page({
    organization: realm.name,
    title: 'Your API key',
    form: form({ inputs, button: 'Replace the key', isQuiet: true, hidden }),
    note: 'If you replace it, programs with the old key are refused at once.',
    links,
  })
}

async function requirePassword(call: FormCall, id: number, email: string): Promise<void> {
  const means = { db: call.ctx.database.db, realm: call.realm, attempts: call }
  const found = await accountByPassword(means, email, call.field('password'))
  if (found?.id !== id) throw new ApiError('AUTHENTICATION_FAILED', 'This is not your password.')
}

async function replaceKey({ ctx, realm, address }: FormCall, id: number): Promise<void> {
  const actor = { realm, user: realm.users.get(id)!, client: 'website', address }
  await ctx.transactAs(actor, [], (tx) => changeApiKey(tx, tx.actor.user, ctx.secret, newApiKey()))
}
