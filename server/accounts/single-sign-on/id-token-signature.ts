import type { CompactVerifyResult, CryptoKey, JSONWebKeySet } from 'jose'

/** What providers sign ID tokens with. The library refuses RSA keys of less than 2048 bits. */
export const SIGNATURE_ALGORITHMS = ['RS256', 'ES256']

/** Why no key of the provider has signed the token. Null if one has. */
export async function signatureProblem(token: string, keys: JSONWebKeySet): Promise<string | null> {
  const { compactVerify, createLocalJWKSet, errors } = await import('jose')
  const verify = (key: CryptoKey): Promise<CompactVerifyResult> =>
    compactVerify(token, key, { algorithms: SIGNATURE_ALGORITHMS })
  try {
    await compactVerify(token, createLocalJWKSet(keys), { algorithms: SIGNATURE_ALGORITHMS })
    return null
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return (error as Error).message
    // The token does not say which key it was.
    for await (const key of error)
      if (
        await verify(key).then(
          () => true,
          () => false,
        )
      )
        return null
    return error.message
  }
}
