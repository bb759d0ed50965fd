import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isStrongPassword, makePassword } from './passwords.ts'
import { refusalOf, refuse } from './startup-refusal.ts'

/** The first organization and its owner, who also gets the right to create users. */
export interface FirstOrganization {
  readonly name: string
  readonly host: string
  readonly owner: { readonly fullName: string; readonly email: string; readonly password: string }
}

/** How the first start reaches the domain: main.ts puts it together. */
export interface FirstStartDoor {
  hasOrganization(): Promise<boolean>
  create(wanted: FirstOrganization): Promise<{ readonly apiKey: string }>
}

export interface SignIn extends FirstOrganization {
  readonly apiKey: string
  /** The password comes from the settings: the operator knows it, and it is shown nowhere. */
  readonly passwordGiven: boolean
}

/** Null when there already is an organization. */
export async function firstStart(config: Config, door: FirstStartDoor): Promise<SignIn | null> {
  if (await door.hasOrganization()) return null
  const wanted = firstOrganization(config)
  const { email, fullName, password } = wanted.owner
  const passwordGiven = config.firstStart.ownerPassword !== null
  // One that we made up is strong; judging it would load dictionaries for nothing.
  if (passwordGiven && !(await isStrongPassword(password, [email, fullName, wanted.name]))) {
    throw refuse.setting('PARLEY_OWNER_PASSWORD', 'is too easy to guess', 'choose a longer or less common one')
  }
  const { apiKey } = await door.create(wanted)
  return { ...wanted, apiKey, passwordGiven }
}

function firstOrganization({ url, firstStart: given }: Config): FirstOrganization {
  const host = new URL(url).hostname
  const domain = /^[\d.]+$|:/.test(host) ? 'localhost' : host
  return {
    name: given.orgName ?? 'Parley',
    host,
    owner: {
      fullName: given.ownerName ?? 'Owner',
      email: given.ownerEmail ?? `owner@${domain}`,
      password: given.ownerPassword ?? makePassword(),
    },
  }
}

/** What the owner needs to begin, with a first message that works as pasted. */
export function signInText(url: string, { owner, apiKey, passwordGiven }: SignIn): string {
  return [
    'Sign in as the owner; this is shown only once:',
    `  address   ${url}`,
    `  email     ${owner.email}`,
    `  password  ${passwordGiven ? '(the one you have set)' : owner.password}`,
    `  API key   ${apiKey}`,
    'Send a first message, to the channel that exists already:',
    `  curl -sS -u ${quoted(`${owner.email}:${apiKey}`)} ${url}/api/v1/messages -d type=channel -d to=general -d topic=hello -d content=Hello`,
  ].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Where nobody watches, secrets do not belong into the log: they go to a file that only we can read. */
export function writeSignIn(dataDir: string, text: string): string {
  const file = join(dataDir, 'first-sign-in.txt')
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 })
  } catch (error) {
    throw refusalOf(error, dataDir)
  }
  return file
}
