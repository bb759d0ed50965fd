import { hasPasswords, isMethodEnabled } from '../authentication/methods.ts'
import type { FormCall } from '../http/pages/form-pages.ts'
import { SINGLE_SIGN_ON_PATH } from '../single-sign-on/present.ts'
import { buttonLink } from './form.ts'

/** What the browser asks of the provider: where to go on, or by which invitation to join. */
type Query = Readonly<Record<string, string>>

export const offersPasswords = ({ ctx, realm }: FormCall): boolean => hasPasswords(ctx.config, realm)

/** The form that leads to a password, and the button of the provider: those that the organization has. */
export const waysIn = (call: FormCall, passwordForm: string, query: Query = {}): string =>
  [...(offersPasswords(call) ? [passwordForm] : []), ...providerButton(call, query)].join('\n')

/** A link, because browsers do not let a form of this page lead to another site. */
function providerButton(call: FormCall, query: Query): string[] {
  const { ctx, realm } = call
  const { identityProvider } = ctx
  if (!identityProvider || !isMethodEnabled(ctx.config, realm.info, 'OpenID Connect')) return []
  const asked = `${new URLSearchParams(query)}`
  const to = `${SINGLE_SIGN_ON_PATH}${asked === '' ? '' : `?${asked}`}`
  return [buttonLink(to, `Continue with ${identityProvider.name}`, { isQuiet: offersPasswords(call) })]
}
