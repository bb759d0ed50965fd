/** Where `%(username)s` stands in an address, the name of the account goes. */
export const USERNAME = '%(username)s'

/** External accounts that every server knows: a field of such a kind has its name and hint from here. */
export const EXTERNAL_ACCOUNTS: Readonly<
  Record<string, { readonly name: string; readonly text: string; readonly hint: string; readonly url_pattern: string }>
> = {
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: `https://github.com/${USERNAME}`,
  },
  gitlab: {
    name: 'GitLab username',
    text: 'GitLab',
    hint: '',
    url_pattern: `https://gitlab.com/${USERNAME}`,
  },
  twitter: {
    name: 'X username',
    text: 'X (formerly Twitter)',
    hint: '',
    url_pattern: `https://x.com/${USERNAME}`,
  },
}

export const CUSTOM_ACCOUNT = 'custom'

export const isKnownAccount = (subtype: unknown): subtype is string =>
  typeof subtype === 'string' && Object.hasOwn(EXTERNAL_ACCOUNTS, subtype)
