/** The database answered "no": the statement was rolled back. Anything else (a lost connection) leaves it unknown. */
export function isDefiniteFailure(error: unknown): boolean {
  const code = sqlState(error)
  // 08: connection, 57P0x: shut down or crashed in the middle.
  return code !== undefined && !code.startsWith('08') && !code.startsWith('57P')
}

const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
