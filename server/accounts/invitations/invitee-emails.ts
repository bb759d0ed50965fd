import { badRequest } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'

/** The addresses of a list, each once: separated by commas or line breaks, as `Name <address>` or alone. */
export function readInviteeEmails(text: string): string[] {
  const emails = new Map<string, string>()
  for (const part of text.split(/[,\n]/)) {
    const email = addressIn(part)
    if (email !== '' && !emails.has(foldCase(email))) emails.set(foldCase(email), email)
  }
  if (emails.size === 0) throw badRequest('You must specify at least one email address.')
  return [...emails.values()]
}

function addressIn(part: string): string {
  const [open, close] = [part.indexOf('<'), part.lastIndexOf('>')]
  return (open >= 0 && close > open ? part.slice(open + 1, close) : part).trim()
}
