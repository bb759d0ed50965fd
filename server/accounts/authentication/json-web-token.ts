export type Claims = Readonly<Record<string, unknown>>

const MAX_TOKEN_LENGTH = 10_000

/** The claims of a token that is signed with the secret and valid now (seconds), or null. Only HS256 is accepted. */
export async function readToken(token: string, secret: string, now: number): Promise<Claims | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const { errors, jwtVerify } = await import('jose')
  const options = { algorithms: ['HS256'], currentDate: new Date(now * 1000) }
  try {
    return (await jwtVerify(token, Buffer.from(secret), options)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
