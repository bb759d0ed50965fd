/** The data for a sign-in. Shown once, because Parley stores only a hash of the password. */
export interface Credentials {
  readonly url: string
  readonly email: string
  readonly password: string
  readonly apiKey?: string
}

export function printCredentials({ url, email, password, apiKey }: Credentials): void {
  console.log(`Address:  ${url}`)
  console.log(`Email:    ${email}`)
  console.log(`Password: ${password}`)
  if (apiKey) console.log(`API key:  ${apiKey}`)
}
