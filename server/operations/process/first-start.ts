import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../kernel/base/config.ts'
import { isStrongPassword, makePassword } from '../../kernel/base/passwords.ts'
import { refuse, StartupRefusal } from '../../kernel/base/startup-refusal.ts'

/** The first organization and its owner, who also gets the right to create users. */
export interface FirstOrganization {
  readonly name: string
  readonly host: string
  readonly owner: { readonly fullName: string; readonly email: string; readonly password: string }
}

/** The functions that the first start needs. main.ts provides them. */
export interface FirstStartContext {
  hasOrganization(): Promise<boolean>
  /** Null if another node has created it meanwhile. */
  create(wanted: FirstOrganization): Promise<{ readonly apiKey: string } | null>
}

/** The instructions for the first sign-in. */
export interface SignIn {
  /** Contains the text. Only its owner can read it. */
  readonly file: string
  readonly text: string
}

/**
 * Returns null if an organization exists. The process can end at any time, and without the password no one could sign
 * in. The password is therefore written to a file before the organization is created.
 */
export async function firstStart(config: Config, context: FirstStartContext): Promise<SignIn | null> {
  if (await context.hasOrganization()) return null
  const wanted = firstOrganization(config)
  const { email, fullName, password } = wanted.owner
  const given = config.firstStart.ownerPassword !== null
  // A generated password is strong. Checking it would load dictionaries for nothing.
  if (given && !(await isStrongPassword(password, [email, fullName, wanted.name]))) {
    throw refuse.setting('PARLEY_OWNER_PASSWORD', 'is too easy to guess', 'choose a longer or less common one')
  }
  const account = accountText(config.url, email, given ? '(the one you have set)' : password)
  const file = join(config.dataDir, 'first-sign-in.txt')
  inFile(file, () => {
    // A file of an earlier try may be readable for others.
    rmSync(file, { force: true })
    writeFileSync(file, account, { mode: 0o600, flag: 'wx', flush: true })
  })
  const made = await context.create(wanted).catch((error) => {
    // A refusal comes before anything was created. After any other failure the owner may exist.
    if (error instanceof StartupRefusal) rmSync(file, { force: true })
    throw error
  })
  if (!made) {
    rmSync(file, { force: true })
    return null
  }
  const key = keyText(config.url, email, made.apiKey)
  inFile(file, () => appendFileSync(file, key))
  return { file, text: account + key }
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

const accountText = (url: string, email: string, password: string): string =>
  lines(
    'Open this address in a browser and sign in as the owner; this is shown only once:',
    `  address   ${url}`,
    `  email     ${email}`,
    `  password  ${password}`,
  )

/** Includes an example message that works when pasted. */
const keyText = (url: string, email: string, apiKey: string): string =>
  lines(
    `  API key   ${apiKey}`,
    'Send a first message, to the channel that exists already:',
    `  curl -sS -u ${quoted(`${email}:${apiKey}`)} ${url}/api/v1/messages -d type=channel -d to=general -d topic=hello -d content=Hello`,
  )

const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('')

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function inFile(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw refuse.signInUnwritable(file, (error as Error).message)
  }
}

/** Without a terminal the secrets are not logged. They stay in the file. */
export function printSignIn(
  { file, text }: SignIn,
  out: { readonly isTTY?: boolean; write(text: string): unknown },
  log: { info(text: string): void },
): void {
  if (out.isTTY) {
    out.write(`\n${text}\n`)
    rmSync(file, { force: true })
  } else log.info(`The sign-in details are in ${file}`)
}
