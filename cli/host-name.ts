import { UsageError } from './command.ts'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`)

/** The host in the form that the server compares. `what` is the name of the argument, for errors. */
export function hostName(what: string, text: string): string {
  const host = text.toLowerCase()
  if (HOST.test(host)) return host
  throw new UsageError(
    `${what} is "${text}": write a host name of letters, digits, dots and hyphens, without scheme and port, such as chat.example.org.`,
  )
}
