import type { FormCall } from '../../kernel/http/pages/form-pages.ts'
import { hasPasswords, isMethodEnabled } from '../../organization/sign-in-methods/methods.ts'
import { SINGLE_SIGN_ON_PATH } from '../../organization/sign-in-methods/present.ts'
import { identityProvider } from '../single-sign-on/identity-provider.ts'
import { buttonLink } from './form.ts'

/** What the browser asks of the provider: where to go on, or by which invitation to join. */
type Query = Readonly<Record<string, string>>

export const offersPasswords = ({ ctx, realm }: FormCall): boolean => hasPasswords(ctx.config, realm)

/** The button of the provider and the form that leads to a password: those that the organization has. */
export function waysToSignIn(call: FormCall, passwordForm: string, query: Query): string {
  const button = providerButton(call, query)
  return separated([...button, ...passwordFormOf(call, passwordForm)], 'or with your password')
}

/** The same for somebody who joins. The form comes first: it shows whom the invitation is for. */
export const waysToJoin = (call: FormCall, passwordForm: string, query: Query): string =>
  separated([...passwordFormOf(call, passwordForm), ...providerButton(call, query)], 'or')

const passwordFormOf = (call: FormCall, form: string): string[] => (offersPasswords(call) && form !== '' ? [form] : [])

const separated = (ways: readonly string[], word: string): string => ways.join(`\n<p class="or">${word}</p>\n`)

/** A link, because browsers do not let a form of this page lead to another site. */
function providerButton(call: FormCall, query: Query): string[] {
  const { ctx, realm } = call
  const provider = ctx.resource(identityProvider)
  if (!provider || !isMethodEnabled(ctx.config, realm.info, 'OpenID Connect')) return []
  const asked = `${new URLSearchParams(query)}`
  const to = `${SINGLE_SIGN_ON_PATH}${asked === '' ? '' : `?${asked}`}`
  return [buttonLink(to, `Continue with ${provider.name}`, { isQuiet: offersPasswords(call) })]
}
