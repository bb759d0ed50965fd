import { badRequest } from '../../../api/errors.ts'

const MAX_DOMAIN_LENGTH = 255

/** A domain as it is stored. */
export function checkDomainName(text: string): string {
  const name = text.trim().toLowerCase()
  const problem = problemWith(name)
  if (problem !== undefined) throw badRequest(`Invalid domain: ${problem}`)
  return name
}

function problemWith(name: string): string | undefined {
  if (name === '') return "Domain can't be empty."
  if (!name.includes('.')) return 'Domain must have at least one dot (.)'
  if (name.length > MAX_DOMAIN_LENGTH) return 'Domain is too long'
  if (name.startsWith('.') || name.endsWith('.')) return 'Domain cannot start or end with a dot (.)'
  const labels = name.split('.')
  if (labels.includes('')) return "Consecutive '.' are not allowed."
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-')))
    return "Subdomains cannot start or end with a '-'."
  if (!/^[a-z0-9.-]*$/.test(name)) return "Domain can only have letters, numbers, '.' and '-'s."
  return undefined
}
