import { session, signInAddress } from '../kernel/session.ts'

/** A website that one can sign in with. */
export interface Provider {
  readonly name: string
  readonly address: string
}

/** The providers of the organization, each with the address that signs in and leads back to the present place. */
export async function loadProviders(): Promise<readonly Provider[]> {
  const { external_authentication_methods: methods } = await session.call('getServerSettings', {})
  return methods.map((one) => ({ name: one.display_name, address: signInAddress(one.login_url) }))
}
